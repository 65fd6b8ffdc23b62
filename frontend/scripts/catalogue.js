/** How the message catalogue is compiled, by Vite and by messages.js alike. */
export const catalogue = {
  project: './project.inlang',
  outdir: './src/paraglide',
  // lib/messages.ts loads one language; paraglide itself never chooses one.
  outputStructure: /** @type {'locale-modules'} */ ('locale-modules'),
  strategy: /** @type {['baseLocale']} */ (['baseLocale']),
  isServer: 'false',
  emitReadme: false,
};
