import { keywordPlace } from '../../../spec/model/schema.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

export const patternAnchored: LintRule = {
  id: 'pattern-anchored',
  severity: 'advice',
  holds: 'a pattern that describes a whole text is anchored with ^ and $',
  title: 'A pattern is not anchored',
  why: 'A pattern is looked for anywhere in the text: [a-z]+ accepts "42 x". Write ^ before and $ after what the whole text has to be.',
  restsOn: 'JSON Schema Validation 2020-12, section 6.3.3 (pattern): it is not anchored',
  *problems(contract) {
    for (const { subject, name, schema } of partsOf(contract)) {
      const source = schema.pattern?.source;
      if (source === undefined || !isAboutTheWhole(source)) continue;
      yield {
        subject,
        place: keywordPlace(schema, 'pattern'),
        expected: `^ and $ around the pattern of ${name}`,
        received: source,
      };
    }
  },
};

/** One class or word to be found somewhere is meant so; what repeats a class of characters describes all of a text. */
function isAboutTheWhole(source: string): boolean {
  if (/[\^$]|\\[bB]|\(\?[=!<]/.test(source.replaceAll(/\[\^?[^\]]*\]|\\[\^$]/g, '[]'))) return false;
  return /(?:\[(?:[^\]\\]|\\.)*\]|\\[dw])(?:[+*]|\{\d+(?:,\d*)?\})/.test(source);
}
