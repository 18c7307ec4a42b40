/** `mockoon-cli start --data DOCUMENT`, without the log file and the admin API. */
import { document, host, port, runCommand } from './settings.mjs';

const program = new URL('../node_modules/@mockoon/cli/bin/run.js', import.meta.url);
const quiet = ['--disable-log-to-file', '--disable-admin-api', '--disable-external-refs'];
await runCommand(program, 'start', '--data', document, '--hostname', host, '--port', String(port), ...quiet);
