import type { LintRule } from '../rule.ts';

/** The other way round, a name in the path without a parameter, the document is refused when it is read. */
export const pathParameterUsed: LintRule = {
  id: 'path-parameter-used',
  severity: 'fault',
  holds: 'every declared path parameter stands in the path',
  title: 'A path parameter is declared that the path does not have',
  why: 'Nobody can send it, and generated clients ask for it. Write it into the path, or take it out.',
  restsOn: 'OpenAPI, Parameter Object: the name of a path parameter stands in the path',
  *problems({ operations }) {
    for (const { id, path, parameters } of operations) {
      for (const { name, place, ...parameter } of parameters) {
        if (parameter.in !== 'path' || path.includes(`{${name}}`)) continue;
        yield { subject: id, place, expected: `"{${name}}" in the path`, received: path };
      }
    }
  },
};
