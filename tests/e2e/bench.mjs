// node bench.mjs NATIVE ROUNDS SCENE …: one line of JSON a scene, medians of native and browser runs that
// took turns. `cargo xtask bench-web` starts it with a server and judges the figures.
import { execFileSync } from 'node:child_process';
import { SITE, launch } from './harness.mjs';

const RUNS_PER_ROUND = 9;
const [native, rounds, ...scenes] = process.argv.slice(2);

const browser = await launch();
for (const scene of scenes) {
  const page = await browser.newPage();
  // A page of the same origin that runs nothing of its own.
  await page.goto(`${SITE}site.css`);
  await page.evaluate(async (script) => {
    globalThis.app = await import(script);
    globalThis.wasm = await globalThis.app.default();
  }, `${SITE}${scene}.js`);
  const turns = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    const here = JSON.parse(execFileSync(native, ['bench', scene, '--format', 'json'], options));
    const there = JSON.parse(await page.evaluate(
      ([name, runs]) => globalThis.app.bench(name, runs), [scene, RUNS_PER_ROUND],
    ));
    if (here.events !== there.events) {
      throw new Error(`${scene}: ${here.events} events natively, ${there.events} in the browser`);
    }
    turns.push({ events: here.events, native_ms: here.ms, web_ms: there.ms });
  }
  const median = (key) => {
    const sorted = turns.map((turn) => turn[key]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  };
  // The module's memory never shrinks: this is the most that any run so far has taken.
  const memory_mib = await page.evaluate(() => globalThis.wasm.memory.buffer.byteLength / 2 ** 20);
  console.log(JSON.stringify({
    scene, events: turns[0].events, native_ms: median('native_ms'), web_ms: median('web_ms'), memory_mib,
  }));
  await page.close();
}
await browser.close();
