// A figure answers: sliders, bets, playing, stepping, scrubbing.
import assert from 'node:assert/strict';
import { SCENES, check, index, lab, withPage } from '../harness.mjs';
import {
  figures, keyOf, moveFar, onlyFigure, ready, settled, sliders, until,
} from '../figure.mjs';

const action = (figure, name) => figure.locator(`[data-action="${name}"]`).first();

for (const scene of SCENES) {
  check(`change: ${scene}, a slider moves chart and table`, () => withPage({}, async (page) => {
    await page.goto(lab(scene));
    const figure = await ready(await onlyFigure(page));
    const without = [];
    for (const slider of await sliders(figure)) {
      const before = await settled(figure);
      await moveFar(slider);
      const after = await settled(figure);
      if (after.pixels !== before.pixels && after.tables !== before.tables) return;
      without.push(await keyOf(slider));
    }
    assert.fail(`no slider changes both chart and table (tried: ${without.join(', ') || 'none'})`);
  }));

  check(`change: ${scene}, plays, pauses, steps, goes back to the start`, () => withPage({}, async (page) => {
    await page.goto(lab(scene));
    const figure = await ready(await onlyFigure(page));
    await settled(figure);
    await action(figure, 'reset').click();
    const start = await settled(figure);
    await action(figure, 'step-forward').click();
    const stepped = await until(figure, (now) => differs(now, start));
    assert.ok(differs(stepped, start), 'a step forward shows nothing new');
    await action(figure, 'step-back').click();
    const back = await until(figure, (now) => !differs(now, start));
    assert.ok(!differs(back, start), 'a step back does not lead back');
    await action(figure, 'play').click();
    const playing = await until(figure, (now) => now.scrub !== start.scrub);
    assert.notEqual(playing.scrub, start.scrub, 'playing does not move the slider of time');
    await action(figure, 'play').click();
    await settled(figure);
    await action(figure, 'reset').click();
    const again = await until(figure, (now) => now.scrub === start.scrub);
    assert.equal(again.scrub, start.scrub, 'reset does not lead back to the start');
  }));

  check(`change: ${scene}, scrubbing there and back shows the same`, () => withPage({}, async (page) => {
    await page.goto(lab(scene));
    const figure = await ready(await onlyFigure(page));
    const scrub = figure.locator('input[data-action="scrub"], [data-action="scrub"] input').first();
    const to = async (share) => {
      await scrub.fill(await scrub.evaluate(({ min, max, step }, part) => {
        const [low, high, grain] = [Number(min || 0), Number(max || 100), Number(step) || 1];
        return String(low + Math.round(((high - low) * part) / grain) * grain);
      }, share));
      return settled(figure);
    };
    const early = await to(0.2);
    const late = await to(0.8);
    assert.ok(differs(late, early), 'scrubbing shows nothing new');
    assert.ok(!differs(await to(0.2), early), 'scrubbing back shows something else');
  }));
}

check('change: a bet can be placed on every figure that asks for one', () => withPage({}, async (page) => {
  await page.goto(index());
  for (const figure of await figures(page)) {
    await figure.scrollIntoViewIfNeeded();
    await figure.and(page.locator('[data-live="true"]')).waitFor({ state: 'attached' });
    const bet = figure.locator('[data-bet]:not([data-bet="skip"])').first();
    if (await bet.count() === 0) continue;
    await bet.click();
    const { takeaway } = await until(figure, (now) => now.takeaway.length > 0);
    assert.ok(takeaway.length > 0, 'a bet was placed and nothing was answered');
    assert.ok(await figure.locator('[data-takeaway]').first().isVisible(), 'the answer is hidden');
  }
}));

function differs(one, other) {
  return one.pixels !== other.pixels || one.tables !== other.tables || one.scrub !== other.scrub;
}
