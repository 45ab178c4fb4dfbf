// A figure as a reader meets it: what is in it, and what can be done to it.
import assert from 'node:assert/strict';

export const FIGURES = 'section.figure[data-scene]';
/** Longer than any debounce of redrawing and of writing the link. */
const SETTLE_MS = 400;
/** What does not change in this time will not, on a slow machine either. */
const CHANGE_MS_MAX = 20_000;
const SETTLE_TURNS_MAX = 200;

export async function figures(page) {
  const found = await page.locator(FIGURES).all();
  assert.ok(found.length > 0, `no ${FIGURES} on ${page.url()}`);
  return found;
}

/** Brings a figure into view and waits for it to live. */
export async function live(figure) {
  await figure.scrollIntoViewIfNeeded();
  await figure.and(figure.page().locator('[data-live="true"]')).waitFor({ state: 'attached' });
  return figure;
}

/** Live, and with the bet out of the way where the figure asks for one first. */
export async function ready(figure) {
  await live(figure);
  const skip = figure.locator('[data-bet="skip"]');
  if (await skip.count() > 0 && await skip.first().isVisible()) await skip.first().click();
  return figure;
}

export async function allLive(page) {
  const found = await figures(page);
  for (const figure of found) await live(figure);
  return found;
}

export async function onlyFigure(page) {
  const found = await figures(page);
  assert.equal(found.length, 1, 'a page of one figure');
  return found[0];
}

/** Everything of a figure that shows a result: the pixels of its charts and the text of its tables. */
export function snapshot(figure) {
  return figure.evaluate((section) => {
    const texts = (selector) => [...section.querySelectorAll(selector)].map((node) => node.textContent);
    const charts = [...section.querySelectorAll('[data-chart] canvas')];
    return {
      pixels: charts.map((canvas) => canvas.toDataURL()).join('|'),
      blank: charts.filter((canvas) => {
        const blank = document.createElement('canvas');
        [blank.width, blank.height] = [canvas.width, canvas.height];
        return blank.toDataURL() === canvas.toDataURL();
      }).length,
      charts: charts.length,
      tables: texts('table').join('|'),
      takeaway: texts('[data-takeaway]').join('|').trim(),
      scrub: section.querySelector('input[data-action="scrub"], [data-action="scrub"] input')?.value,
    };
  });
}

/** Waits until `changed(snapshot)` holds; gives the last snapshot either way. */
export async function until(figure, changed, limit_ms = CHANGE_MS_MAX) {
  const end = Date.now() + limit_ms;
  let now = await snapshot(figure);
  while (!changed(now) && Date.now() < end) {
    await figure.page().waitForTimeout(50);
    now = await snapshot(figure);
  }
  return now;
}

/** Nothing of the figure has changed for a while, and no run of it is under way. */
export async function settled(figure) {
  let before = await snapshot(figure);
  for (let turn = 0; turn < SETTLE_TURNS_MAX; turn += 1) {
    await figure.page().waitForTimeout(SETTLE_MS);
    const now = await snapshot(figure);
    const isBusy = await figure.getAttribute('aria-busy') === 'true';
    if (!isBusy && JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
  throw new Error('the figure does not come to rest');
}

/** The sliders of parameters that can be seen and moved. */
export async function sliders(figure) {
  const found = [];
  for (const slider of await figure.locator('[data-param] input[type=range]').all()) {
    if (await slider.isVisible() && await slider.isEnabled()) found.push(slider);
  }
  return found;
}

export function keyOf(slider) {
  return slider.evaluate((input) => input.closest('[data-param]').dataset.param);
}

/** Moves a slider to its other end, the way a drag would end. */
export async function moveFar(slider) {
  const target = await slider.evaluate(({ min, max, value }) => (
    Number(value) - Number(min) > Number(max) - Number(value) ? min : max
  ));
  await slider.fill(target);
  return target;
}

export async function notices(figure) {
  const texts = await figure.page().locator('[data-notice]').evaluateAll((nodes) => (
    nodes.filter((node) => node.checkVisibility()).map((node) => node.textContent.trim())
  ));
  return texts.filter(Boolean);
}
