// node run.mjs [FILTER]: end-to-end checks of a built site. `cargo xtask e2e` starts it with a server.
import './checks/clean.mjs';
import './checks/change.mjs';
import './checks/commands.mjs';
import './checks/links.mjs';
import './checks/tree.mjs';
import './checks/log.mjs';
import './checks/crash.mjs';
import './checks/access.mjs';
import './checks/without.mjs';
import './checks/rest.mjs';
import { runChecks } from './harness.mjs';

process.exitCode = await runChecks(process.argv[2] ?? '') > 0 ? 1 : 0;
