/**
 * `npm run reproductions`: whether the curl lines and replays of findings reproduce them, over the faulty variants of
 * the zoo. Words select variants whose `zoo/name` contains one of them; `--every N` takes each Nth. Exits with 1 if one
 * does not.
 */
import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';
import { zoos } from '../zoo/zoos.ts';
import { isQuick, isReproduced, reproduceFindings } from './reproduce.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
});

let [findings, comparedByCurl, failed] = [0, 0, 0];
for (const zoo of zoos) {
  const selected = zoo.variants
    .filter((variant) => isQuick(zoo, variant))
    .filter(
      ({ name }, index) =>
        index % Number(values.every) === 0 &&
        (positionals.length === 0 || positionals.some((part) => `${zoo.name}/${name}`.includes(part))),
    );
  for (const variant of selected) {
    const reproductions = await reproduceFindings({ zoo, variant, runLine });
    findings += reproductions.length;
    comparedByCurl += reproductions.filter(({ expectedStatus }) => expectedStatus !== undefined).length;
    for (const one of reproductions.filter((each) => !isReproduced(each))) {
      failed++;
      const curl =
        one.expectedStatus === one.curlStatus ? '' : `; curl ${one.curlStatus} and not ${one.expectedStatus}`;
      console.log(`${zoo.name}/${variant.name}: ${one.finding}${curl}${one.isReplayed ? '' : '; not by replay'}`);
    }
  }
}
console.log(`${findings} findings replayed, ${comparedByCurl} of them sent by curl, ${failed} not reproduced`);
process.exitCode = failed === 0 ? 0 : 1;

function runLine(line: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', line], { env, encoding: 'latin1', maxBuffer: 2 ** 28 }, (_error, stdout) => resolve(stdout));
  });
}
