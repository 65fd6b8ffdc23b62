import { execFileSync } from 'node:child_process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { bundled } from './scripts/bundled.ts';
import { plainIcons } from './scripts/plain-icons.ts';
import { smallerMermaid } from './scripts/smaller-mermaid.ts';
import { scalable } from './scripts/scalable.ts';
import { splitMessages } from './scripts/split-messages.ts';

/**
 * The policy of the production window. The dev server needs inline scripts and a socket, so the
 * policy is written into index.html only when the window is built.
 */
const csp = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
].join('; ');

function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: (html) => ({
      html,
      tags: [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: csp },
          injectTo: 'head-prepend',
        },
      ],
    }),
  };
}

interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/**
 * All modules that import one statically, directly or not. A web view requests each file separately,
 * and shared modules would be forty files. So the modules needed before the first picture become one
 * file, those that draw a thread another, those of menus and dialogs a third.
 */
function leadersOf(id: string, graph: Graph): Set<string> {
  const found = new Set([id]);
  for (const each of found)
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) found.add(importer);
  return found;
}

const bundles = [
  {
    priority: 3,
    name: (id: string, graph: Graph) =>
      [...leadersOf(id, graph)].some((each) => graph.getModuleInfo(each)?.isEntry) ? 'window' : null,
  },
  {
    priority: 1,
    // Menus, popovers and dialogs, which nothing opens before the first picture.
    name: (id: string) =>
      /node_modules\/(bits-ui|@floating-ui|svelte-toolbelt|tabbable)\//.test(id) ? 'layers' : null,
  },
  // Parts of the diagrams, which would else become one with what uses them.
  {
    priority: 1,
    name: (id: string) => (/node_modules\/(?:d3-(?!time|array)|khroma\/)/.test(id) ? 'drawing' : null),
  },
  {
    priority: 0,
    name: (id: string, graph: Graph) =>
      [...leadersOf(id, graph)].some((each) => each.endsWith('/ThreadView.svelte')) ? 'thread' : null,
  },
];

// What build/notice reads.
const packages = () => bundled('../.cache/bundled.json');

// The message catalogue: the page, its tests and the dev server read it compiled.
execFileSync(process.execPath, ['scripts/messages.js'], { cwd: import.meta.dirname });

/**
 * Whether Svelte's checks for developers are compiled in. They take a fifth of the time of the tests: make test
 * tries the code as it is built, make test-all has the checks.
 */
const forDevelopers = process.env.VITEST === undefined || process.env.DENDRO_ALL !== undefined;

export default defineConfig(({ mode }) => ({
  plugins: [
    smallerMermaid(),
    splitMessages(),
    plainIcons(),
    svelte(forDevelopers ? {} : { compilerOptions: { dev: false } }),
    svelteTesting(),
    contentSecurityPolicy(),
    packages(),
  ],
  css: { postcss: { plugins: [scalable()] } },
  // Wails looks the window up by file, so every address stays relative to index.html.
  base: './',
  build: {
    target: 'safari16.4',
    outDir: mode === 'fake' ? 'dist-fake' : 'dist',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: bundles } } },
  },
  worker: { format: 'es', plugins: () => [packages()] },
  test: {
    alias: forDevelopers
      ? []
      : [
          {
            find: 'esm-env/development',
            replacement: `${import.meta.dirname}/node_modules/esm-env/false.js`,
          },
        ],
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'src/**/*.svelte.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // A window in jsdom of its own for each file would take twice the time of all tests.
    isolate: false,
    // As many as there are processors: one less is the usual number, and half of two.
    maxWorkers: '100%',
    // A window in jsdom is slow on a busy machine.
    testTimeout: 60_000,
  },
}));
