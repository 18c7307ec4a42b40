import { basic, ignoresRules, type ToolDefect } from '../variant.ts';

const taken = ['invalid-rejected'];
const takenAndShown = ['invalid-rejected', 'body-matches-schema'];

interface Forgotten extends Pick<ToolDefect, 'name' | 'description'> {
  readonly rules: readonly string[];
  readonly foundBy?: readonly string[];
}

function forgotten(at: ToolDefect['operations'], list: readonly Forgotten[]) {
  return basic(
    list.map(({ rules, foundBy = taken, ...rest }) => ({
      ...rest,
      operations: at,
      foundBy,
      behavior: ignoresRules(...rules),
    })),
  );
}

/** What the contract says of a body, each left out of the validation. */
export const forgottenRules = [
  ...forgotten(
    ['createTool'],
    [
      {
        name: 'takes-part-without-quantity',
        description: 'It looks at what is required at the top alone, and shows a part without its quantity.',
        rules: ['part/quantity/required'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-if-then',
        description: 'It accepts a power tool without its power, as validators for OpenAPI 3.0 do.',
        rules: ['tool/conditional'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-dependent-required-of-power',
        description: 'It accepts a battery without a charger.',
        rules: ['power/dependent'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-fourth-item-of-size',
        description: 'It accepts lists that are longer than their prefixItems where items is false.',
        rules: ['size/items'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-size-that-is-cut',
        description: 'It does not mind how many items a tuple has at least.',
        rules: ['size/min-items'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-prefix-items',
        description: 'It looks at no item of a tuple.',
        rules: ['size/length', 'size/measured'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-null-as-tool-name',
        description: 'It accepts null for any text.',
        rules: ['name/null'],
        foundBy: takenAndShown,
      },
      {
        name: 'keeps-unknown-members',
        description: 'It stores and shows members that unevaluatedProperties forbids.',
        rules: ['tool/unknown'],
        foundBy: takenAndShown,
      },
      {
        name: 'keeps-unknown-members-of-parts',
        description: 'It stores and shows members of a part that additionalProperties forbids.',
        rules: ['part/unknown'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-price-of-zero',
        description: 'It accepts exclusiveMinimum for minimum.',
        rules: ['price/zero'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-weight',
        description: 'It does not know exclusiveMaximum as a number and keeps no limit of it.',
        rules: ['weight/bounds'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-text-as-date',
        description: 'It treats the format date as a remark.',
        rules: ['acquired/form'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-text-as-time',
        description: 'It treats the format date-time as a remark.',
        rules: ['checked-at/form'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-pattern-where-null-is-allowed',
        description: 'It drops the pattern of a type list.',
        rules: ['serial/form'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-property-names',
        description: 'It accepts labels of any name.',
        rules: ['labels/names'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-schema-of-labels',
        description: 'It looks at the names of labels and at none of their values.',
        rules: ['labels/value'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-voltage',
        description: 'It does not look at an enum of numbers.',
        rules: ['power/volts/enum'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-thirteen-parts',
        description: 'It counts no items.',
        rules: ['parts/max-items'],
        foundBy: takenAndShown,
      },
    ],
  ),
  ...forgotten(
    ['lendTool'],
    [
      {
        name: 'takes-any-rules',
        description: 'It does not know const.',
        rules: ['loan/const'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-contact-by-pigeon',
        description: 'It looks at a contact only where it knows the kind.',
        rules: ['contact/by'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-mail-contact-without-address',
        description: 'It checks by what a contact is and not what the kind demands, two objects deep.',
        rules: ['mail/address/required'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-address-of-mail',
        description: 'It treats the format email as a remark.',
        rules: ['mail/address/form'],
        foundBy: takenAndShown,
      },
      {
        name: 'lends-for-years',
        description: 'It accepts any number of days that is an integer.',
        rules: ['loan/days/min', 'loan/days/max'],
        foundBy: takenAndShown,
      },
    ],
  ),
  ...forgotten(
    ['createMember'],
    [
      {
        name: 'takes-skills-twice',
        description: 'It does not know uniqueItems.',
        rules: ['skills/unique'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-skill',
        description: 'It looks at the enum of a list as if it were about the list.',
        rules: ['skills/item/enum'],
        foundBy: takenAndShown,
      },
      {
        name: 'ignores-dependent-required-below-defs',
        description: 'It accepts a street without a postcode in a schema that is referred to below $defs.',
        rules: ['home/dependent'],
        foundBy: takenAndShown,
      },
      {
        name: 'takes-any-pin',
        description: 'It does not look at what it never shows.',
        rules: ['pin/form'],
      },
      {
        name: 'takes-no-contacts',
        description: 'It accepts an empty list where one item is the least.',
        rules: ['contacts/min-items'],
        foundBy: takenAndShown,
      },
    ],
  ),
  ...forgotten(
    ['changeTool'],
    [
      {
        name: 'changes-what-is-unknown',
        description: 'It writes whatever a patch has into the record.',
        rules: ['patch/unknown'],
        foundBy: takenAndShown,
      },
      {
        name: 'removes-name-by-null',
        description: 'It lets a merge patch remove the name, which is required.',
        rules: ['name/null'],
        foundBy: takenAndShown,
      },
      {
        name: 'checks-no-part-of-patch',
        description: 'It validates the top of a patch and no list within.',
        rules: ['part'],
        foundBy: takenAndShown,
      },
    ],
  ),
];

/** Validated when it is created, and never again. */
export const validatesOnce = basic([
  {
    name: 'validates-no-replacement',
    description: 'It validates what is created and accepts anything that replaces it.',
    operations: ['replaceTool'],
    foundBy: takenAndShown,
    behavior: () => ({ enforces: (_rule, operation) => operation !== 'replaceTool' }),
  },
]);
