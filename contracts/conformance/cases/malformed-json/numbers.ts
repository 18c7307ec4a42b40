import { type BodyText, fillSlot, type Malformation, type MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_number_*. A lenient parser reads the original integer from them. */
export const malformedNumbers: MalformedKind = {
  topic: 'numbers',
  malformations: [
    malformedInteger('leading zero', 'a number with a leading zero', (digits) => `00${digits}`),
    malformedInteger('negative leading zero', 'a negative number with a leading zero', (digits) => `-0${digits}`),
    malformedInteger('plus sign', 'a number with a plus sign', (digits) => `+${digits}`),
    malformedInteger('two plus signs', 'a number with two plus signs', (digits) => `++${digits}`),
    malformedInteger('two minus signs', 'a number with two minus signs', (digits) => `--${digits}`),
    malformedInteger('minus and space', 'a space after the minus sign', (digits) => `- ${digits}`),
    malformedInteger('hexadecimal', 'a hexadecimal number', (digits) => `0x${BigInt(digits).toString(16)}`),
    malformedInteger('octal', 'an octal number', (digits) => `0o${BigInt(digits).toString(8)}`),
    malformedInteger('binary', 'a binary number', (digits) => `0b${BigInt(digits).toString(2)}`),
    malformedInteger('point at the end', 'a number that ends with the decimal point', (digits) => `${digits}.`),
    malformedInteger(
      'point before the exponent',
      'a decimal point without digits after it',
      (digits) => `${digits}.e0`,
    ),
    malformedInteger('two points', 'a number with two decimal points', (digits) => `${digits}.0.0`),
    malformedInteger('decimal comma', 'a decimal comma', (digits) => `${digits},0`),
    malformedInteger('exponent without digits', 'an exponent without digits', (digits) => `${digits}e`),
    malformedInteger('exponent with a sign alone', 'an exponent with a sign but no digits', (digits) => `${digits}e+`),
    malformedInteger(
      'capital exponent alone',
      'an uppercase exponent with a sign but no digits',
      (digits) => `${digits}.0E-`,
    ),
    malformedInteger('two exponents', 'a number with two exponents', (digits) => `${digits}eE0`),
    malformedInteger('fraction in the exponent', 'an exponent with a fraction', (digits) => `${digits}e0.0`),
    malformedInteger('digits with underscore', 'an underscore between digits', (digits) => `${digits}_0`),
    malformedInteger('digits with space', 'a space between digits', (digits) => `${digits} 000`),
    malformedInteger('letter after the digits', 'a number with a letter after it', (digits) => `${digits}n`),
    malformedInteger('expression', 'a sum of two numbers', (digits) => `${digits}+0`),
    malformedInteger('full-width digits', 'full-width digits', toFullWidthDigits),
  ],
};

/**
 * Sent instead of a number that may have a fraction, and in an undeclared property: a lenient parser reads no integer
 * from them.
 */
export const nonNumbers: MalformedKind = {
  topic: 'not numbers',
  malformations: [
    ...inDeclaredAndUndeclared('not a number', 'NaN as a value', 'NaN'),
    ...inDeclaredAndUndeclared('negative not a number', '-NaN as a value', '-NaN'),
    ...inDeclaredAndUndeclared('infinity', 'Infinity as a value', 'Infinity'),
    ...inDeclaredAndUndeclared('negative infinity', '-Infinity as a value', '-Infinity'),
    ...inDeclaredAndUndeclared('positive infinity', '+Infinity as a value', '+Infinity'),
    ...inDeclaredAndUndeclared('short infinity', 'Inf as a value', 'Inf'),
    ...inDeclaredAndUndeclared('bare point', 'a number that begins with the decimal point', '.5'),
    ...inDeclaredAndUndeclared('negative bare point', 'a negative number that begins with the decimal point', '-.5'),
    ...inDeclaredAndUndeclared('point before the minus', 'a minus sign after the decimal point', '.-5'),
    ...inDeclaredAndUndeclared('lone minus', 'only a minus sign as a value', '-'),
    ...inDeclaredAndUndeclared('lone plus', 'only a plus sign as a value', '+'),
    ...inDeclaredAndUndeclared('lone point', 'only a decimal point as a value', '.'),
    ...inDeclaredAndUndeclared('exponent alone', 'only an exponent as a value', 'e1'),
    ...inDeclaredAndUndeclared('star', 'an asterisk as a value', '*'),
  ],
};

function malformedInteger(name: string, description: string, respell: (digits: string) => string): Malformation {
  return {
    name,
    description,
    apply: ({ number, undeclared }) => fillSlot(number ?? undeclared, respell(integerDigits(number?.original))),
  };
}

/** The integer part, without its sign. */
function integerDigits(number = '7'): string {
  return /\d+/.exec(number)?.[0] ?? '7';
}

function toFullWidthDigits(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
}

function inDeclaredAndUndeclared(name: string, description: string, spelling: string): readonly Malformation[] {
  const declared = ({ fraction, number }: BodyText) => fillSlot(fraction ?? number, spelling);
  return [
    {
      name,
      description: `${description}, in an extra property`,
      apply: ({ undeclared }) => fillSlot(undeclared, spelling),
    },
    { name: `${name} where a number is due`, description, apply: declared },
  ];
}
