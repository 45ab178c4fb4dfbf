// The scene of the log: many runs and their Stop, rings, and what is done to the log at the cursor.
import assert from 'node:assert/strict';
import { check, index, lab, withPage } from '../harness.mjs';
import { live, notices, onlyFigure, ready, settled, snapshot } from '../figure.mjs';

const SCENE = 'recovery_model';
const MANY = 'is-it-noise';
/** A load of a second, all of it in the first VLFs. */
const SHORT = '?busy_max_pct=0&transactions=1000&bet=skip';
const COMMANDS = [
  'checkpoint', 'backup-log', 'backup', 'set-full', 'set-simple', 'begin', 'rollback', 'add-disk',
  'shrink',
];
const TABS_MAX = 200;
const DRAG_TURNS = 12;

const action = (figure, name) => figure.locator(`[data-action="${name}"]`).first();
const given = (figure) => figure.locator('.commands-given li');
/** Waits for the caution that says how many of the runs are in the result. */
const stoppedAfter = (figure, done) => (
  figure.locator('.caution', { hasText: `Stopped after ${done} of 120 runs` }).first().waitFor()
);

async function open(page, query) {
  await page.goto(lab(SCENE, query));
  const figure = await ready(await onlyFigure(page));
  await settled(figure);
  return figure;
}

/** What the rings tell a screen reader. */
function rings(figure) {
  return figure.locator('[data-picture^="ring"] canvas').evaluateAll((all) => (
    all.map((canvas) => canvas.getAttribute('aria-label'))
  ));
}

/** Moves the cursor to a share of the run. */
async function to(figure, share) {
  const scrub = figure.locator('input[data-action="scrub"]');
  const end = Number(await scrub.getAttribute('max'));
  await scrub.fill(String(Math.round(end * share)));
  return settled(figure);
}

function runsDone(page) {
  return page.evaluate(() => (
    Number(document.querySelector('[data-progress] progress')?.value ?? 0)
  ));
}

function runsDoneAtLeast(page, count) {
  return page.waitForFunction((least) => (
    Number(document.querySelector('[data-progress] progress')?.value ?? 0) >= least
  ), count);
}

check('log: many runs say how far they are, and Stop by keyboard keeps those that are done', () => (
  withPage({}, async (page) => {
    await page.goto(lab(SCENE, `?preset=${MANY}&pairs=60&bet=skip`));
    const figure = await onlyFigure(page);
    await figure.locator('[data-progress] progress').waitFor();
    await runsDoneAtLeast(page, 4);
    const isStop = () => document.activeElement?.dataset.action === 'stop';
    for (let tabs = 0; tabs < TABS_MAX && !await page.evaluate(isStop); tabs += 1) {
      await page.keyboard.press('Tab');
    }
    assert.ok(await page.evaluate(isStop), 'the keyboard does not reach Stop');
    await page.keyboard.press('Enter');
    await live(figure);
    const shown = await settled(figure);
    const words = await figure.locator('.progress-words').textContent();
    const [, done] = /^stopped after (\d+) of 120 runs$/.exec(words) ?? assert.fail(words);
    assert.ok(Number(done) >= 4 && Number(done) < 120, words);
    await stoppedAfter(figure, done);
    assert.ok(shown.takeaway.length > 40, 'no sentence says what came out');
    assert.equal(shown.blank, 0, 'a chart is blank');
    assert.ok(await page.evaluate(isStop), 'Stop loses the focus');
    assert.equal(await action(figure, 'stop').getAttribute('aria-disabled'), 'true');
  })));

/** Counts frames from now on. */
const countFrames = () => {
  globalThis.e2eFrames = 0;
  const frame = () => {
    globalThis.e2eFrames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

check('log: while many runs are under way a slider can be dragged, and frames come', () => (
  withPage({}, async (page) => {
    const quick = 'pairs=60&sessions=1&transactions=4000&busy_max_pct=0&bet=skip';
    const figure = await open(page, `?preset=${MANY}&${quick}`);
    const before = await settled(figure);
    const sessions = figure.locator('[data-param="sessions"]');
    await sessions.locator('.control-field').fill('64');
    await sessions.locator('.control-field').press('Enter');
    await page.waitForFunction(() => (
      document.querySelector('[data-action="stop"]')?.getAttribute('aria-disabled') === null
    ));
    await page.evaluate(countFrames);
    const slider = sessions.locator('input[type=range]');
    const [low, high] = await slider.evaluate(({ min, max, value }) => (
      [Number(value), Math.round(Number(value) + (Number(max) - Number(min)) / 8)]
    ));
    const seen = new Set();
    for (let turn = 0; turn <= DRAG_TURNS; turn += 1) {
      await slider.fill(String(Math.round(low + ((high - low) * turn) / DRAG_TURNS)));
      await page.waitForTimeout(100);
      seen.add(await sessions.locator('output').textContent());
    }
    assert.ok(seen.size > 6, `the slider shows ${[...seen].join(', ')}`);
    assert.equal(await action(figure, 'stop').getAttribute('aria-disabled'), null, 'it is done');
    // Not once the figure has come to rest: then the runs are done, on a fast machine.
    assert.equal((await snapshot(figure)).tables, before.tables, 'the last result does not stay');
    // A run held in one piece would give a frame a run at best; how long a frame takes is no test.
    const frames = await page.evaluate(() => globalThis.e2eFrames);
    assert.ok(frames > DRAG_TURNS, `${frames} frames while the slider was dragged`);
    await action(figure, 'stop').click();
    await page.waitForFunction(() => (
      document.querySelector('[data-action="stop"]')?.getAttribute('aria-disabled') === 'true'
    ));
    const done = await runsDone(page);
    await stoppedAfter(figure, done);
  })));

// A log backup frees what a checkpoint has passed, so it comes after the load's.
for (const [key, share] of [['backup-log', 1], ['set-simple', 0.6]]) {
  check(`log: ${key} at the cursor changes ring and table, and the link keeps it`, () => (
    withPage({}, async (page) => {
      const figure = await open(page, SHORT);
      const alone = await to(figure, 1);
      const ring = await rings(figure);
      assert.ok(ring.length >= 2, `${ring.length} rings`);
      await to(figure, share);
      await figure.locator(`[data-command="${key}"]`).click();
      await given(figure).first().waitFor();
      const done = await to(figure, 1);
      assert.notDeepEqual(await rings(figure), ring, 'the rings are as before');
      assert.notEqual(done.tables, alone.tables, 'the table is as before');
      await page.waitForFunction((command) => (
        new URLSearchParams(location.search).get('do')?.startsWith(`${command}@`)
      ), key);
      const kept = await rings(figure);
      await page.waitForFunction((at) => location.search.includes(`t_ns=${at}`), done.scrub);
      await page.reload();
      await ready(figure);
      const again = await settled(figure);
      assert.equal(again.tables, done.tables, 'the table differs after a reload');
      assert.equal(again.takeaway, done.takeaway);
      assert.deepEqual(await rings(figure), kept, 'the rings differ after a reload');
      assert.equal(await given(figure).count(), 1);
      assert.deepEqual(await notices(figure), []);
    })));
}

check('log: every command has its button, and scrubbing turns the rings there and back', () => (
  withPage({}, async (page) => {
    const figure = await open(page, `${SHORT}&preset=log-reuse`);
    const keys = await figure.locator('[data-command]').evaluateAll((all) => (
      all.map((button) => button.dataset.command)
    ));
    assert.deepEqual(keys, COMMANDS);
    await to(figure, 0.2);
    const early = await rings(figure);
    await to(figure, 0.9);
    const late = await rings(figure);
    assert.notDeepEqual(late, early, 'scrubbing shows the same rings');
    await to(figure, 0.2);
    assert.deepEqual(await rings(figure), early, 'scrubbing back shows other rings');
  })));

check('log: every preset runs, draws and says what came out', () => withPage({}, async (page) => {
  const figure = await open(page, SHORT);
  const presets = figure.locator('[data-preset-button]');
  const names = await presets.evaluateAll((all) => all.map((b) => b.dataset.presetButton));
  assert.ok(names.length >= 14 && names.includes(MANY), `${names}`);
  for (const name of names.filter((preset) => preset !== MANY)) {
    await figure.locator(`[data-preset-button="${name}"]`).click();
    const foot = figure.locator('.fig-foot', { hasText: `Preset ${name},` });
    await foot.waitFor();
    await ready(figure);
    const now = await settled(figure);
    assert.equal(now.blank, 0, `${name}: a chart is blank`);
    assert.ok(now.takeaway.length > 40, `${name}: no takeaway`);
    assert.ok((await rings(figure)).every((words) => words?.length > 20), `${name}: a silent ring`);
  }
}));

check('log: without script the chapter has rings, a table and a sentence', () => (
  withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto(index());
    const figures = await page.locator(`section.figure[data-scene="${SCENE}"]`).all();
    assert.ok(figures.length > 0, 'the chapter has no figure');
    const ring = figures[0].locator('.figure-static .picture-box.ring svg');
    assert.ok(await ring.first().isVisible(), 'no ring');
    const tables = figures[0].locator('.figure-static table:visible');
    assert.ok(await tables.count() > 0, 'no table');
    const sentence = await figures[0].locator('[data-takeaway]').first().innerText();
    assert.ok(sentence.trim().length > 40, 'no sentence');
  })));
