/** How the message catalogue is compiled, by Vite and by messages.js alike. */
export const catalogue = {
  project: './project.inlang',
  outdir: './src/paraglide',
  // lib/messages.ts says which language it is: none is looked for in cookies or addresses.
  strategy: /** @type {['globalVariable', 'baseLocale']} */ (['globalVariable', 'baseLocale']),
  isServer: 'false',
  emitReadme: false,
};
