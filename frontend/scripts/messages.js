// Compiles the message catalogue into src/paraglide, for the type check and ESLint. Vite compiles it itself.
import { compile } from '@inlang/paraglide-js';
import { catalogue } from './catalogue.js';

await compile(catalogue);
