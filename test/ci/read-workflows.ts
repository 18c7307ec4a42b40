/** The workflows of `.github/workflows`, as data. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { kitFolder } from '../pact/support.ts';

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly uses?: string;
  readonly container?: string;
  readonly permissions?: Permissions;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

export type Permissions = Readonly<Record<string, string>>;

export interface Workflow {
  readonly file: string;
  readonly text: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const workflows: readonly Workflow[] = globSync('.github/workflows/*.yml', { cwd: kitFolder })
  .toSorted()
  .map((file) => {
    const text = readFileSync(path.join(kitFolder, file), 'utf8');
    return { ...parse(text), file: path.basename(file), text };
  });

export function stepsOf({ jobs }: Workflow): readonly Step[] {
  return Object.values(jobs).flatMap(({ steps = [] }) => steps);
}

/** The names of scripts of package.json that the steps run, also through a matrix of commands. */
export function scriptsOf(workflow: Workflow): readonly string[] {
  const runs = stepsOf(workflow).map(({ run = '' }) => run);
  const named = runs.flatMap((run) =>
    [...run.matchAll(/\bnpm run (?:--\S+ )*(\w[\w:-]*)/g)].map(([, name = '']) => name),
  );
  const lists = [...workflow.text.matchAll(/command: \[([^\]]+)\]/g)].flatMap(([, list = '']) => list.split(', '));
  const single = [...workflow.text.matchAll(/\{ command: ([\w-]+)/g)].map(([, name = '']) => name);
  return [...named, ...lists, ...single];
}
