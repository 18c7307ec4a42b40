import type { LintRule } from '../rule.ts';

export const templateWellFormed: LintRule = {
  id: 'template-well-formed',
  severity: 'fault',
  holds: 'every brace in a path is one of a pair around the name of a parameter',
  title: 'A path template cannot be read',
  why: 'A brace without its other half, or without a name, stands for nothing that a request can hold: nobody knows what to send. Write {name} and declare the path parameter.',
  restsOn: 'OpenAPI, Path Templating',
  *problems({ operations }) {
    for (const { id, path, place } of operations) {
      const rest = path.replaceAll(/\{[^{}/]+\}/g, '');
      if (/[{}]/.test(rest))
        yield { subject: id, place, expected: '{name} for each parameter', received: path };
    }
  },
};
