import { exchangeMutants } from './mutants/index.ts';
import { holdTheDiffer } from './support.ts';

holdTheDiffer(exchangeMutants);
