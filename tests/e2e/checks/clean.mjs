// Pages load without a word in the console, every link leads somewhere, figures come to life.
import assert from 'node:assert/strict';
import { SCENES, SITE, check, embed, index, lab, withPage } from '../harness.mjs';
import { allLive, figures, onlyFigure, ready, snapshot } from '../figure.mjs';

check('clean: index', () => withPage({}, async (page) => {
  await page.goto(index());
  await allLive(page);
}));

check('clean: index, links lead somewhere below the site', () => withPage({}, async (page) => {
  await page.goto(index());
  const links = await page.locator('a[href]').evaluateAll((nodes) => nodes.map((node) => node.href));
  const inside = links.filter((link) => new URL(link).host === new URL(SITE).host);
  for (const link of new Set(inside.map((url) => url.split('#')[0]))) {
    assert.ok(link.startsWith(SITE), `${link} leaves the site's path`);
    assert.ok((await page.request.get(link)).ok(), `${link} leads nowhere`);
  }
  for (const link of inside.filter((url) => url.split('#')[0] === index() && url.includes('#'))) {
    const id = decodeURIComponent(new URL(link).hash.slice(1));
    assert.ok(await page.evaluate((name) => document.getElementById(name) !== null, id), `no #${id}`);
  }
}));

check('clean: index, every figure lives and is named', () => withPage({}, async (page) => {
  await page.goto(index());
  const ids = [];
  for (const figure of await figures(page)) {
    const id = await figure.getAttribute('id');
    ids.push(id);
    assert.ok(SCENES.includes(await figure.getAttribute('data-scene')), `${id}: scene without a lab`);
    await ready(figure);
    const { charts, blank, tables, takeaway } = await snapshot(figure);
    assert.ok(charts > 0, `${id}: no chart`);
    assert.equal(blank, 0, `${id}: a chart with nothing on it`);
    assert.ok(tables.length > 0, `${id}: no data table`);
    assert.ok(takeaway.length > 0, `${id}: no takeaway`);
    assert.equal(await figure.locator('.figure-static').count(), 0, `${id}: static content left over`);
  }
  assert.equal(new Set(ids).size, ids.length, `ids are not unique: ${ids}`);
}));

for (const scene of SCENES) {
  for (const [kind, address] of [['lab', lab], ['embed', embed]]) {
    check(`clean: ${kind}/${scene}`, () => withPage({}, async (page) => {
      await page.goto(address(scene));
      await ready(await onlyFigure(page));
    }));
  }
}
