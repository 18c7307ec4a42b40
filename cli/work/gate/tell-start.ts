/** Tells of an implementation that is being started: it may take a minute. */
import { inColumns } from '../../../contracts/render/text/gate-summary.ts';
import { styleFor } from '../../../contracts/render/text/style.ts';
import { shownUrl, waitUrl } from '../../implementation/ready.ts';
import { progressLine } from '../../output/progress.ts';

/** On stderr: what is waited for while it is, and a line in the form of the stages once it is there. */
export async function tellStart<Started>(waitFor: string, start: () => Promise<Started>): Promise<Started> {
  const url = shownUrl(waitUrl(waitFor));
  const progress = progressLine(process.stderr);
  const begun = performance.now();
  progress.show(`starting        until ${url} answers`);
  try {
    const started = await start();
    progress.clear();
    process.stderr.write(`${upLine(url, performance.now() - begun)}\n`);
    return started;
  } catch (error) {
    progress.clear();
    throw error;
  }
}

/** `started         implementation    http://127.0.0.1:8080/ answers (0.4 s)` */
function upLine(url: string, ms: number): string {
  const text = `${url} answers`;
  return inColumns(
    { word: 'started', paint: (word) => word, name: 'implementation', text, ms },
    styleFor(process.stderr),
  );
}
