import { schemaMutants } from '../evals/diff/mutants/index.ts';
import { holdTheDiffer } from '../evals/diff/support.ts';

holdTheDiffer(schemaMutants);
