// All state is in the link: good links bring it back, bad ones still show the scene and say so once.
import assert from 'node:assert/strict';
import { SCENES, check, index, lab, withPage } from '../harness.mjs';
import {
  figures, keyOf, moveFar, notices, onlyFigure, ready, settled, sliders, snapshot, until,
} from '../figure.mjs';

/** Moves the first slider and waits for the address to name it. */
async function moveAndRead(page, figure, named) {
  const [slider] = await sliders(figure);
  assert.ok(slider, 'no slider in sight');
  const key = named(await keyOf(slider));
  await moveFar(slider);
  await page.waitForFunction((name) => new URLSearchParams(location.search).has(name), key);
  return { slider, moved: await settled(figure), value: await slider.inputValue() };
}

async function comesBack(page, figure, { slider, moved, value }) {
  await page.reload();
  await ready(figure);
  const restored = await until(figure, (now) => now.tables === moved.tables);
  assert.equal(await slider.inputValue(), value, 'the slider is elsewhere');
  assert.equal(restored.tables, moved.tables, 'the tables differ');
  assert.equal(restored.takeaway, moved.takeaway, 'the takeaway differs');
  assert.deepEqual(await notices(figure), [], 'a good link is complained about');
}

for (const scene of SCENES) {
  check(`links: lab/${scene} comes back from its address`, () => withPage({}, async (page) => {
    await page.goto(lab(scene));
    const figure = await ready(await onlyFigure(page));
    await comesBack(page, figure, await moveAndRead(page, figure, (key) => key));
  }));
}

check('links: the article keeps figures apart by their ids', () => withPage({}, async (page) => {
  await page.goto(index());
  const [first, second] = await figures(page);
  const id = await first.getAttribute('id');
  await ready(first);
  const state = await moveAndRead(page, first, (key) => `${id}.${key}`);
  await comesBack(page, first, state);
  if (second) {
    const untouched = await withPage({}, async (other) => {
      await other.goto(index());
      return snapshot(await ready((await figures(other))[1]));
    });
    await ready(second);
    const beside = await settled(second);
    assert.equal(beside.tables, untouched.tables, 'the other figure moved along');
  }
}));

const LONG = 10_000;
const BAD_QUERIES = [
  ['an unknown key', () => '?no_such_key=1'],
  ['a value out of range', (key) => `?${key}=99999999999999999999999`],
  ['a value that is no number', (key) => `?${key}=many`],
  ['broken percent signs', (key) => `?${key}=%E0%A4%A`],
  ['a broken key', () => '?%E0%A4%A'],
  ['ten thousand characters', (key) => `?${key}=${'9'.repeat(LONG)}`],
  ['ten thousand characters of nothing', () => `?${'x'.repeat(LONG)}`],
];

for (const scene of SCENES) {
  check(`links: lab/${scene} survives bad ones with one notice`, async () => {
    const key = await withPage({}, async (page) => {
      await page.goto(lab(scene));
      return keyOf((await sliders(await ready(await onlyFigure(page))))[0]);
    });
    for (const [what, query] of BAD_QUERIES) {
      await survives(lab(scene, query(key)), what, onlyFigure);
    }
  });
}

check('links: the article survives bad ones with one notice', async () => {
  const [id, key] = await withPage({}, async (page) => {
    await page.goto(index());
    const [figure] = await figures(page);
    await ready(figure);
    return [await figure.getAttribute('id'), await keyOf((await sliders(figure))[0])];
  });
  for (const [what, query] of BAD_QUERIES.slice(0, 4)) {
    const prefixed = query(key).replace('?', `?${id}.`);
    await survives(index(prefixed), what, async (page) => (await figures(page))[0]);
  }
});

async function survives(address, what, find) {
  try {
    await withPage({}, async (page) => {
      await page.goto(address);
      const figure = await ready(await find(page));
      const { charts, blank } = await settled(figure);
      assert.ok(charts > 0 && blank === 0, 'the scene is not shown');
      const said = await notices(figure);
      assert.equal(said.length, 1, `notices: ${JSON.stringify(said)}`);
    });
  } catch (error) {
    error.message = `${what}: ${error.message}`;
    throw error;
  }
}
