/** Which document, overlays and settings a replay has to read, as its options. */
import type { ReplayOptions } from '../../contracts/conformance/model/replay-options.ts';
import type { CommandInput } from '../command.ts';
import { getFlag, getString, getStrings } from './option-values.ts';

/** Without the document, which each finding names; also the overlays of plant-store.yaml, since they are in the input. */
export function readReplayOptions(input: CommandInput): ReplayOptions {
  const [config, refRoot] = [getString(input, 'config'), getString(input, 'ref-root')];
  return [
    ...getStrings(input, 'overlay').map((file) => ['overlay', file] as const),
    ...(refRoot === undefined ? [] : [['ref-root', refRoot] as const]),
    ...(config === undefined ? [] : [['config', config] as const]),
    ...(getFlag(input, 'no-config') ? [['no-config', true] as const] : []),
  ];
}
