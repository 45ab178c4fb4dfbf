// Screenshots of whole pages into shots/, for looking at. `cargo xtask shots` starts it with a server.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DESKTOP, PHONE, SCENES, index, lab, launch } from './harness.mjs';
import { figures, ready, settled } from './figure.mjs';

const OUT = fileURLToPath(new URL('shots/', import.meta.url));
const LOOKS = [
  ['wide', { viewport: DESKTOP }],
  ['wide-dark', { viewport: DESKTOP, colorScheme: 'dark' }],
  ['phone', { viewport: PHONE, deviceScaleFactor: 2 }],
  ['phone-dark', { viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark' }],
  ['print', { viewport: DESKTOP, media: 'print' }],
  ['no-script', { viewport: DESKTOP, javaScriptEnabled: false }],
];

await mkdir(OUT, { recursive: true });
const browser = await launch();
const pages = [['index', index()], ...SCENES.map((scene) => [`lab-${scene}`, lab(scene)])];
for (const [look, { media, ...options }] of LOOKS) {
  const context = await browser.newContext(options);
  for (const [name, address] of pages) {
    const page = await context.newPage();
    await page.goto(address);
    if (options.javaScriptEnabled !== false) {
      for (const figure of await figures(page)) await settled(await ready(figure));
      await page.evaluate(() => scrollTo(0, 0));
    }
    if (media) await page.emulateMedia({ media });
    await page.screenshot({ path: `${OUT}${name}-${look}.png`, fullPage: true });
    console.log(`  ${name}-${look}.png`);
    await page.close();
  }
  await context.close();
}
await browser.close();
