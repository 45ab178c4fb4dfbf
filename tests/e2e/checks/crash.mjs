// The restore drill: the cut line is the cursor, and what is lost is chosen beside it.
import assert from 'node:assert/strict';
import { check, lab, withPage } from '../harness.mjs';
import { onlyFigure, ready, settled, until } from '../figure.mjs';

const SCENE = 'crash';

async function open(page, query) {
  await page.goto(lab(SCENE, query));
  const figure = await ready(await onlyFigure(page));
  await settled(figure);
  return figure;
}

const results = (figure) => figure.locator('table[data-results]').textContent();

/** What the bands of restorable times tell a screen reader. */
const bands = (figure) => figure.locator('[data-picture] canvas').first().getAttribute('aria-label');

check('crash: dragging the cut line over the chart drills again at each instant', () => (
  withPage({}, async (page) => {
    const figure = await open(page, '?preset=data-file-lost&bet=skip');
    const before = { table: await results(figure), bands: await bands(figure) };
    const chart = figure.locator('[data-chart] canvas').first();
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    const seen = new Set([before.table]);
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
    await page.mouse.down();
    for (const share of [0.7, 0.55, 0.4, 0.25]) {
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 4 });
      await settled(figure);
      seen.add(await results(figure));
    }
    await page.mouse.up();
    const after = await settled(figure);
    assert.ok(seen.size >= 5, `only ${seen.size} results on the way`);
    assert.notEqual(await bands(figure), before.bands, 'the bands follow the cut');
    await page.waitForFunction((t) => location.search.includes(t), `t_ns=${after.scrub}`);
    await page.reload();
    const again = await settled(await ready(await onlyFigure(page)));
    assert.equal(again.tables, after.tables, 'a reloaded link is cut at the same instant');
    assert.equal(again.takeaway, after.takeaway);
  })
));

check('crash: the drill says what each model gives back, and what it refuses', () => (
  withPage({}, async (page) => {
    const figure = await open(page, '?preset=pull-the-plug&bet=skip');
    const whole = await settled(figure);
    const lost = figure.locator('[data-param="lost"] select');
    const choices = await lost.locator('option').evaluateAll((all) => all.map((o) => o.value));
    const seen = new Set([whole.takeaway]);
    for (const choice of choices.slice(1)) {
      await lost.selectOption(choice);
      const now = await until(figure, ({ takeaway }) => !seen.has(takeaway));
      seen.add(now.takeaway);
    }
    assert.equal(seen.size, choices.length, 'each loss has an outcome of its own');
    const point = await open(page, '?preset=point-in-time&bet=skip');
    assert.match((await settled(point)).takeaway, /SIMPLE: no restore ends there/);
  })
));
