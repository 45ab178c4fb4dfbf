// Nothing jumps, nothing sticks out, nothing runs while nothing happens.
import assert from 'node:assert/strict';
import { SCENES, check, embed, index, lab, withPage } from '../harness.mjs';
import { figures, live, ready, settled } from '../figure.mjs';

const WIDTHS = [320, 390, 1280];
const SHIFT_MAX = 0.001;
const IDLE_MS = 1_000;

for (const width of WIDTHS) {
  check(`rest: no sideways scrolling at ${width} px`, async () => {
    const scenes = SCENES.flatMap((scene) => [lab(scene), embed(scene)]);
    for (const address of [index(), ...scenes]) {
      for (const javaScriptEnabled of [false, true]) {
        await withPage({ viewport: { width, height: 800 }, javaScriptEnabled }, async (page) => {
          await page.goto(address);
          if (javaScriptEnabled) for (const figure of await figures(page)) await ready(figure);
          assert.deepEqual(await page.evaluate(sticksOut), [], address);
        });
      }
    }
  });
}

/** The innermost elements past the right edge, when the page as a whole can be scrolled sideways. */
function sticksOut() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')]
    .filter((node) => node.getBoundingClientRect().right > clientWidth + 0.5)
    .filter((node, _, all) => !all.some((other) => other !== node && node.contains(other)));
  return [`${scrollWidth} px on ${clientWidth}`, ...wide.slice(0, 5).map((node) => node.outerHTML.slice(0, 120))];
}

const watchShifts = () => {
  globalThis.e2eShifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const nodes = sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? node?.nodeName);
      globalThis.e2eShifts.push({ value, nodes });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

for (const [what, viewport] of [['wide', { width: 1280, height: 800 }], ['narrow', { width: 390, height: 844 }]]) {
  check(`rest: nothing jumps while figures come to life, ${what}`, async () => {
    for (const address of [index(), ...SCENES.map((scene) => lab(scene))]) {
      await withPage({ init: watchShifts, viewport }, async (page) => {
        await page.goto(address);
        for (const figure of await figures(page)) {
          await live(figure);
          await settled(figure);
        }
        const shifts = await page.evaluate(() => globalThis.e2eShifts);
        const total = shifts.reduce((sum, { value }) => sum + value, 0);
        assert.ok(total <= SHIFT_MAX, `${address}: shift ${total}\n${JSON.stringify(shifts, null, 1)}`);
      });
    }
  });
}

const countFrames = () => {
  const real = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.e2eFrames = 0;
  globalThis.requestAnimationFrame = (callback) => real((now) => {
    globalThis.e2eFrames += 1;
    callback(now);
  });
};

async function framesWhileIdle(page) {
  const before = await page.evaluate(() => globalThis.e2eFrames);
  await page.waitForTimeout(IDLE_MS);
  return await page.evaluate(() => globalThis.e2eFrames) - before;
}

check('rest: no frames while paused', async () => {
  for (const address of [index(), ...SCENES.map((scene) => lab(scene))]) {
    await withPage({ init: countFrames }, async (page) => {
      await page.goto(address);
      for (const figure of await figures(page)) await settled(await ready(figure));
      assert.equal(await framesWhileIdle(page), 0, `${address}, after loading`);
    });
  }
});

for (const scene of SCENES) {
  check(`rest: ${scene} asks for no frames once it is paused`, () => (
    withPage({ init: countFrames }, async (page) => {
      await page.goto(lab(scene));
      const [figure] = await figures(page);
      await ready(figure);
      const play = figure.locator('[data-action="play"]').first();
      await figure.locator('[data-action="reset"]').first().click();
      const before = await page.evaluate(() => globalThis.e2eFrames);
      await play.click();
      await page.waitForFunction((seen) => globalThis.e2eFrames > seen, before);
      await play.click();
      await settled(figure);
      assert.equal(await framesWhileIdle(page), 0, 'after playing');
    })
  ));
}
