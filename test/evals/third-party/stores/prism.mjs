/** Prism's own command line, as the root of this repository has it: `prism mock DOCUMENT`. */
import { document, host, port, runCommand } from './settings.mjs';

const program = new URL('../../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url);
await runCommand(program, 'mock', '--host', host, '--port', String(port), document);
