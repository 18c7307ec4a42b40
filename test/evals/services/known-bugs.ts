/** Bugs of the services that their trackers or their code show, and whether the verifier finds them: `known-bugs.json`. */
import { readFileSync } from 'node:fs';

interface Bug {
  readonly service: string;
  /** The address of an issue or a pull request; otherwise a file and its line, in a package or in `servers/`. */
  readonly source: string;
  /** In the version that is installed. */
  readonly description: string;
}

export type KnownBug =
  | (Bug & {
      readonly result: 'found';
      /** The place of the cause that shows it, which may show others too. */
      readonly cause: string;
    })
  | (Bug & {
      /** `not provable`: the document allows what the service does. */
      readonly result: 'missed' | 'not provable';
      readonly reason: string;
    });

export function readKnownBugs(): readonly KnownBug[] {
  return JSON.parse(readFileSync(new URL('known-bugs.json', import.meta.url), 'utf8'));
}
