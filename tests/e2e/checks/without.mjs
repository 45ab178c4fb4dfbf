// What is left when something is missing: script, WebAssembly, storage.
import assert from 'node:assert/strict';
import { SCENES, check, index, lab, withPage } from '../harness.mjs';
import { allLive, figures, ready, settled } from '../figure.mjs';

async function reads(page) {
  const paragraphs = await page.locator('p').allInnerTexts();
  assert.ok(paragraphs.join(' ').length > 200, 'there is no prose');
  for (const figure of await figures(page)) {
    const id = await figure.getAttribute('id');
    assert.ok(await figure.locator('.figure-static svg').first().isVisible(), `${id}: no drawing`);
    assert.ok(await figure.locator('.figure-static table').count() > 0, `${id}: no table`);
    const takeaway = await figure.locator('[data-takeaway]').first().innerText();
    assert.ok(takeaway.trim().length > 0, `${id}: no takeaway`);
    const dead = figure.locator('input, [data-action], [data-bet]').and(page.locator(':visible'));
    assert.equal(await dead.count(), 0, `${id}: controls that do nothing`);
  }
  const holes = (await page.locator('body').innerText()).match(/\{[a-z_]+\.[a-z_.]+\}/g);
  assert.equal(holes, null, 'holes in the prose were not filled');
}

check('without script: the article reads', () => withPage({ javaScriptEnabled: false }, async (page) => {
  await page.goto(index());
  await reads(page);
}));

for (const scene of SCENES) {
  check(`without script: lab/${scene} reads`, () => withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto(lab(scene));
    assert.ok(await page.locator('.figure-static svg').first().isVisible(), 'no drawing');
  }));
}

check('without WebAssembly: the article reads', () => {
  const init = () => { delete globalThis.WebAssembly; };
  return withPage({ init }, async (page) => {
    await page.goto(index(), { waitUntil: 'networkidle' });
    for (const figure of await figures(page)) await figure.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await reads(page);
  });
});

check('without storage: figures live', () => {
  const init = () => {
    const refuse = () => { throw new DOMException('storage is blocked', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(globalThis, name, { get: refuse });
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  };
  return withPage({ init }, async (page) => {
    await page.goto(index());
    for (const figure of await allLive(page)) await settled(await ready(figure));
  });
});
