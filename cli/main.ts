/** `plant-store COMMAND ...` as a process: signals, closed pipes and the exit code. */
import { constants } from 'node:os';
import { toleratedFailure } from '../spec/modules/tolerated-failures.ts';
import { failureText, runCommandLine } from './run-command-line.ts';

const args = process.argv.slice(2);

// Without these handlers, closing the terminal or Ctrl-\ would leave child processes behind.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
for (const signal of signals) process.once(signal, () => exitOnSignal(signal));
// A reader that closes the pipe, such as `head`, is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exit(2);
  });
// Node would exit with 1, which means that the implementation does not conform.
process.on('uncaughtException', (error) => {
  const tolerated = toleratedFailure(error);
  if (tolerated !== undefined) {
    process.stderr.write(`${tolerated}\n`);
    return;
  }
  process.stderr.write(failureText(error, args));
  process.exit(2);
});
// Until there is a verdict, an early exit must not look like a pass.
process.exitCode = 2;
process.exitCode = await runCommandLine(args);

/**
 * Exits through the `exit` event, which ends child processes; commands with their own shutdown have another listener.
 */
function exitOnSignal(signal: (typeof signals)[number]): void {
  if (process.listenerCount(signal) > 0) return;
  // Ending child processes takes a while; a second signal, such as another Ctrl-C, must not interrupt it.
  for (const other of signals) process.on(other, () => {});
  process.stderr.write(`ended by ${signal} before the result\n`);
  process.exit(128 + constants.signals[signal]);
}
