// A browser, pages that are watched, and a list of checks. Checks register with `check(name, run)`; a run
// gets nothing and throws (node:assert) when something is wrong.
import { chromium } from 'playwright-core';

export const SITE = process.env.SITE_URL;
export const SCENES = (process.env.SITE_SCENES ?? '').split(' ').filter(Boolean);

const FLAGS = [
  '--no-sandbox', '--headless', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
/** Waits end with what they wait for: these limits are for a broken site on a slow machine. */
const LIVE_MS_MAX = 45_000;
const CHECK_MS_MAX = 360_000;
/** A site that is broken as a whole fails everywhere, and each check would wait its time out. */
const FAILURES_MAX = 6;
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export const index = (query = '') => SITE + query;
export const lab = (scene, query = '') => `${SITE}lab/${scene}/${query}`;
export const embed = (scene, query = '') => `${SITE}embed/${scene}/${query}`;

const checks = [];

export function check(name, run) {
  checks.push({ name, run });
}

let browser;

/** Runs the checks whose name contains the filter, one after the other; gives the number that failed. */
export async function runChecks(filter) {
  browser = await launch();
  const wanted = checks.filter(({ name }) => name.includes(filter));
  let [passed, failed] = [0, 0];
  for (const { name, run } of wanted) {
    const start = performance.now();
    try {
      await within(CHECK_MS_MAX, run());
      passed += 1;
      console.log(`  ok    ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`  FAIL  ${name}\n        ${shorten(error)}`);
    }
    if (failed === FAILURES_MAX) break;
  }
  await browser.close();
  const skipped = wanted.length - passed - failed;
  const rest = skipped > 0 ? `, ${skipped} not tried` : '';
  console.log(`  end to end: ${passed} passed, ${failed} failed${rest}`);
  return wanted.length === 0 ? 1 : failed;
}

/** Without the browser's own chatter and terminal colours. */
function shorten(error) {
  const lines = String(error?.message ?? error).replaceAll(/\x1b\[\d+m/g, '').split('\n');
  const said = lines.filter((line) => line.trim() && !line.includes('[pid='));
  return said.slice(0, 40).map((line) => line.slice(0, 300)).join('\n        ');
}

function within(limit_ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limit_ms / 1000} s`)), limit_ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * A page in a context of its own, closed after `use`. Everything that a reader's console or network tab
 * would show is a failure: warnings, errors, failed requests, other hosts, cookies.
 */
export async function withPage(options, use) {
  const { init, viewport = DESKTOP, ...rest } = options;
  const context = await browser.newContext({ viewport, reducedMotion: 'no-preference', ...rest });
  const page = await context.newPage();
  page.setDefaultTimeout(LIVE_MS_MAX);
  const problems = watch(page);
  if (init) await page.addInitScript(init);
  try {
    const result = await use(page);
    const cookies = await context.cookies();
    problems.push(...cookies.map(({ name }) => `cookie ${name}`));
    if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
    return result;
  } catch (error) {
    const said = problems.filter((problem) => !String(error.message).includes(problem));
    if (said.length > 0) error.message += `\nthe page said: ${[...new Set(said)].join('\n')}`;
    throw error;
  } finally {
    await context.close();
  }
}

function watch(page) {
  const problems = [];
  const { host } = new URL(SITE);
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.host !== host) {
      problems.push(`request to another host: ${url}`);
    }
  });
  page.on('requestfailed', (request) => {
    problems.push(`request failed: ${request.url()} (${request.failure()?.errorText})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  return problems;
}
