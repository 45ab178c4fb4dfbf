// The two-pass scene: every preset opens, every step of a small tree leads there and back.
import assert from 'node:assert/strict';
import { check, lab, withPage } from '../harness.mjs';
import { notices, onlyFigure, ready, settled, until } from '../figure.mjs';

const SCENE = 'two_pass';
const STEPS = 12;
const PRESETS = [
  'linkbench', 'more-workers', 'queue-depth', 'small-tree', 'lost-page',
  'eviction-during-checkpoint', 'clean-then-dirty', 'other-explanations',
];
const action = (figure, name) => figure.locator(`[data-action="${name}"]`).first();

/** The pictures as a screen reader is told, and as they are painted. */
function pictures(figure) {
  return figure.evaluate((section) => (
    [...section.querySelectorAll('[data-picture] canvas')].map((canvas) => ({
      name: canvas.closest('[data-picture]').dataset.picture,
      text: canvas.getAttribute('aria-label'),
      pixels: canvas.toDataURL(),
    }))
  ));
}

async function open(page, preset) {
  await page.goto(lab(SCENE, `?preset=${preset}`));
  const figure = await ready(await onlyFigure(page));
  await settled(figure);
  return figure;
}

for (const preset of PRESETS) {
  check(`tree: preset ${preset} shows its pictures, table and sentence`, () => (
    withPage({}, async (page) => {
      const figure = await open(page, preset);
      const shown = await settled(figure);
      assert.ok(shown.takeaway.length > 40, 'no sentence says what came out');
      assert.equal(shown.blank, 0, 'a chart is blank');
      const all = await pictures(figure);
      assert.ok(all.length >= 3, `${all.length} pictures`);
      for (const { name, text } of all) assert.ok(text, `${name} has no words`);
      assert.deepEqual(await notices(figure), []);
    })));
}

check('tree: steps through a drain and back show the same', () => withPage({}, async (page) => {
  const figure = await open(page, 'small-tree');
  const seen = [await pictures(figure)];
  for (let step = 0; step < STEPS; step += 1) {
    await action(figure, 'step-forward').click();
    await settled(figure);
    seen.push(await pictures(figure));
  }
  const texts = new Set(seen.map((all) => JSON.stringify(all.map((p) => p.text))));
  assert.ok(texts.size > STEPS / 2, `${texts.size} different instants`);
  for (let step = STEPS - 1; step >= 0; step -= 1) {
    await action(figure, 'step-back').click();
    await settled(figure);
    assert.deepEqual(await pictures(figure), seen[step], `step ${step} back`);
  }
}));

check('tree: a large tree scrubs, and keeps its instant over a reload', () => (
  withPage({}, async (page) => {
    const figure = await open(page, 'linkbench');
    const scrub = figure.locator('input[data-action="scrub"]');
    await scrub.fill('2000000000');
    const early = (await settled(figure)).scrub;
    const before = await pictures(figure);
    await scrub.fill('9000000000');
    await until(figure, (now) => now.scrub !== early);
    await settled(figure);
    assert.notDeepEqual(await pictures(figure), before);
    const there = await pictures(figure);
    await page.waitForFunction(() => location.href.includes('t_ns='));
    await page.reload();
    const again = await ready(await onlyFigure(page));
    await settled(again);
    const texts = (all) => all.map((picture) => picture.text);
    assert.deepEqual(texts(await pictures(again)), texts(there));
  })));
