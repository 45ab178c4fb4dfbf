// Everyone can read it and use it: axe finds nothing, the keyboard reaches everything.
import assert from 'node:assert/strict';
import axe from 'axe-core';
import { DESKTOP, PHONE, SCENES, check, embed, index, lab, withPage } from '../harness.mjs';
import { figures, onlyFigure, ready } from '../figure.mjs';

const LOOKS = [
  ['light', { viewport: DESKTOP, colorScheme: 'light' }],
  ['dark', { viewport: DESKTOP, colorScheme: 'dark' }],
  ['phone', { viewport: PHONE, colorScheme: 'light' }],
  ['phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
];

async function findings(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.flatMap(({ id, help, nodes }) => (
    nodes.slice(0, 3).map(({ target, failureSummary }) => (
      `${id} (${help}): ${target}\n${failureSummary.split('\n').slice(1, 3).join('\n')}`
    ))
  )).join('\n');
}

const ADDRESSES = [
  ['the article', () => index()],
  ...SCENES.map((scene) => [`lab/${scene}`, () => lab(scene)]),
  ...SCENES.map((scene) => [`embed/${scene}`, () => embed(scene)]),
];

for (const [look, options] of LOOKS) {
  for (const [name, address] of ADDRESSES) {
    check(`access: axe finds nothing in ${name}, ${look}`, () => withPage(options, async (page) => {
      await page.goto(address());
      for (const figure of await figures(page)) await ready(figure);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      assert.equal(await findings(page), '');
    }));
  }
}

check('access: axe finds nothing before figures live', () => withPage({}, async (page) => {
  // axe is a script itself and waits on timers, so the page keeps script and only its loader is emptied.
  const empty = { contentType: 'text/javascript', body: '' };
  await page.route(/\/boot\.js(\?|$)/, (route) => route.fulfill(empty));
  await page.goto(index());
  assert.equal(await findings(page), '');
}));

const TABS_MAX = 400;

for (const scene of SCENES) {
  check(`access: lab/${scene} by keyboard alone`, () => withPage({}, async (page) => {
    await page.goto(lab(scene));
    const figure = await ready(await onlyFigure(page));
    const wanted = await markControls(figure);
    assert.ok(wanted > 0, 'no control at all');
    await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
    const unseen = [];
    const reached = new Set();
    for (let tabs = 0; tabs < TABS_MAX && reached.size < wanted; tabs += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(describeFocus);
      if (focus.control) reached.add(focus.control);
      if (focus.name && !focus.ring) unseen.push(focus.name);
    }
    const missed = await figure.evaluate((section, seen) => (
      [...section.querySelectorAll('[data-e2e-control]')]
        .filter((node) => !seen.includes(node.dataset.e2eControl))
        .map((node) => node.outerHTML.slice(0, 120))
    ), [...reached]);
    assert.deepEqual(missed, [], 'Tab does not reach these');
    assert.deepEqual([...new Set(unseen)], [], 'focus cannot be seen on these');
    await arrowsMove(page, figure);
  }));
}

/** Numbers what Tab has to reach; the radios of a group are one stop. */
function markControls(figure) {
  return figure.evaluate((section) => {
    const controls = section.querySelectorAll('input, button, select, textarea, summary, a[href], [tabindex]');
    const groups = new Map();
    let count = 0;
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled) continue;
      if (control.tabIndex < 0) continue;
      const group = control.type === 'radio' ? `radio ${control.name}` : `control ${count}`;
      if (!groups.has(group)) {
        count += 1;
        groups.set(group, String(count));
      }
      control.dataset.e2eControl = groups.get(group);
    }
    return count;
  });
}

function describeFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return {};
  const style = getComputedStyle(focused);
  return {
    control: focused.dataset.e2eControl,
    name: focused.outerHTML.slice(0, 100),
    ring: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
  };
}

async function arrowsMove(page, figure) {
  for (const slider of await figure.locator('input[type=range]').all()) {
    if (!await slider.isVisible() || !await slider.isEnabled()) continue;
    await slider.focus();
    const before = await slider.inputValue();
    const atEnd = await slider.evaluate(({ value, max }) => Number(value) >= Number(max));
    await page.keyboard.press(atEnd ? 'ArrowLeft' : 'ArrowRight');
    const name = await slider.evaluate((input) => input.outerHTML.slice(0, 120));
    assert.notEqual(await slider.inputValue(), before, `arrows do not move ${name}`);
    const text = await slider.getAttribute('aria-valuetext');
    assert.ok(text === null || text.trim() !== '', `an empty aria-valuetext on ${name}`);
  }
}
