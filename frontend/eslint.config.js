import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { noLiteralText } from './scripts/no-literal-text.js';
import svelteConfig from './svelte.config.js';

const MESSAGES = { group: ['**/paraglide/messages/*'], message: 'Use m of src/lib/messages.' };
const WAILS = { group: ['**/wailsjs/**'], message: 'Use the Backend of src/lib/backend.' };
const above = (...folders) => ({
  // WAILS restricts the bound objects, which have a folder named window.
  group: [...folders.map((folder) => `**/${folder}/**`), '!**/wailsjs/**'],
  message: 'Imports lead downwards: window > panes > model > lib.',
});

/** What each floor may not import. The last matching entry applies. */
const floors = [
  ['src/**', [MESSAGES, WAILS]],
  ['src/lib/**', [MESSAGES, WAILS, above('model', 'panes', 'window')]],
  ['src/lib/backend/**', [MESSAGES, above('model', 'panes', 'window')]],
  ['src/model/**', [MESSAGES, WAILS, above('panes', 'window')]],
  ['src/panes/**', [MESSAGES, WAILS, above('window')]],
].map(([folder, patterns]) => ({
  files: [folder],
  ignores: ['src/**/*.test.ts', 'src/lib/messages.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
}));

export default ts.config(
  {
    ignores: [
      'dist/',
      'dist-fake/',
      'wailsjs/',
      'src/paraglide/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.js'] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      'no-undef': 'off',
      // "void value" says that an effect depends on the value.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Offsets on the wire count runes, that is, code points.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Props and derived values are typed by svelte-check; these two read them as any in markup.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      'svelte/no-at-html-tags': 'error',
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/**/*.test.ts', 'src/test/**', 'src/lib/backend/fake*.ts'],
    plugins: { dendro: { rules: { 'no-literal-text': noLiteralText } } },
    rules: {
      'dendro/no-literal-text': 'error',
    },
  },
  ...floors,
  {
    files: ['**/*.js'],
    ...ts.configs.disableTypeChecked,
  },
);
