// What the reader does to the server at the cursor: each button forks the run there.
import assert from 'node:assert/strict';
import { check, lab, withPage } from '../harness.mjs';
import { notices, onlyFigure, ready, settled, until } from '../figure.mjs';

const SCENE = 'buffer_pool';
const action = (figure, name) => figure.locator(`[data-action="${name}"]`).first();
const buttons = (figure) => figure.locator('[data-command]');
const given = (figure) => figure.locator('.commands-given li');

async function open(page, query = '') {
  await page.goto(lab(SCENE, query));
  const figure = await ready(await onlyFigure(page));
  await settled(figure);
  return figure;
}

/** Presses a button and waits for the run that follows from it. */
async function press(figure, key) {
  const before = await settled(figure);
  const done = await given(figure).count();
  await figure.locator(`[data-command="${key}"]`).click();
  await given(figure).nth(done).waitFor();
  const after = await until(figure, (now) => now.pixels !== before.pixels);
  return { before, after: await settled(figure), changed: after.pixels !== before.pixels };
}

check(`commands: every button forks ${SCENE} at the cursor and undo leads back`, () => (
  withPage({}, async (page) => {
    const figure = await open(page);
    const keys = await buttons(figure).evaluateAll((all) => all.map((b) => b.dataset.command));
    assert.deepEqual(keys, ['checkpoint', 'checkpoint-n', 'backup', 'target-0', 'target']);
    // Between two automatic checkpoints, where each of them matters.
    const scrub = figure.locator('input[data-action="scrub"]');
    await scrub.fill('90000000000');
    const first = await settled(figure);
    for (const key of keys) {
      const { before, after, changed } = await press(figure, key);
      assert.ok(changed, `${key} changes no chart`);
      assert.equal(after.scrub, before.scrub, `${key} moves the cursor`);
      assert.match(await given(figure).last().textContent(), /90(\.0+)? s/, `${key} says when`);
      await action(figure, 'undo').click();
      const back = await until(figure, (now) => now.pixels === first.pixels);
      assert.equal(back.tables, first.tables, `undo does not take ${key} back`);
      assert.equal(await given(figure).count(), 0);
      await scrub.fill('90000000000');
      await settled(figure);
    }
  })));

check(`commands: a fork of ${SCENE} steps back, survives a reload, and stacks`, () => (
  withPage({}, async (page) => {
    const figure = await open(page);
    await figure.locator('input[data-action="scrub"]').fill('90000000000');
    await settled(figure);
    await press(figure, 'backup');
    await figure.locator('input[data-action="scrub"]').fill('150000000000');
    await settled(figure);
    await press(figure, 'target-0');
    await action(figure, 'step-forward').click();
    const forward = await settled(figure);
    await action(figure, 'step-back').click();
    const back = await settled(figure);
    assert.ok(Number(back.scrub) < Number(forward.scrub), 'no way back past the fork');
    await page.waitForFunction(() => new URLSearchParams(location.search).has('do'));
    await action(figure, 'step-forward').click();
    const kept = await settled(figure);
    await page.waitForFunction((t) => location.search.includes(t), `t_ns=${kept.scrub}`);
    await page.reload();
    await ready(figure);
    const restored = await until(figure, (now) => now.pixels === kept.pixels);
    assert.equal(restored.tables, kept.tables, 'the tables differ after a reload');
    assert.equal(restored.takeaway, kept.takeaway);
    assert.equal(restored.scrub, kept.scrub, 'the cursor is elsewhere');
    assert.equal(await given(figure).count(), 2);
    assert.deepEqual(await notices(figure), []);
  })));

check(`commands: ${SCENE} asks for the bet first, and nonsense in a link is named`, () => (
  withPage({}, async (page) => {
    await page.goto(lab(SCENE));
    const figure = await onlyFigure(page);
    await figure.and(page.locator('[data-live="true"]')).waitFor({ state: 'attached' });
    assert.equal(await buttons(figure).first().getAttribute('aria-disabled'), 'true');
    await buttons(figure).first().click({ force: true });
    assert.equal(await given(figure).count(), 0, 'a command before the bet');
    const other = await open(page, '?do=checkpoint@1,explode@2,backup@x&bet=skip');
    assert.equal(await given(other).count(), 1);
    assert.ok((await notices(other)).join(' ').includes('do'), 'nonsense passes in silence');
  })));

check(`commands: every preset of ${SCENE} runs and draws, a million frames too`, () => (
  withPage({}, async (page) => {
    const figure = await open(page);
    const presets = figure.locator('[data-preset-button]');
    const names = await presets.evaluateAll((all) => all.map((b) => b.dataset.presetButton));
    assert.equal(names.length, 6);
    for (const name of names) {
      await figure.locator(`[data-preset-button="${name}"]`).click();
      const foot = figure.locator('.fig-foot', { hasText: `Preset ${name},` });
      await foot.waitFor();
      await ready(figure);
      await figure.locator('.fig-computing').waitFor({ state: 'detached' }).catch(() => {});
      const now = await settled(figure);
      assert.equal(now.blank, 0, `${name}: a chart is blank`);
      assert.ok(now.takeaway.length > 40, `${name}: no takeaway`);
    }
  })));
