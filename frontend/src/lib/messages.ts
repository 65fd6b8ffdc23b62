import { overwriteGetLocale } from '../paraglide/runtime.js';
import { language } from './locale';

/**
 * The message catalogue: every text of the window, as a typed function of its parameters. The language
 * never changes while the page lives: choosing another one loads the page again.
 */
overwriteGetLocale(() => language);

export { m } from '../paraglide/messages.js';
