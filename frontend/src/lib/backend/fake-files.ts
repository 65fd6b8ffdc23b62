import type { FileMoment, FilesAt, FileText } from './types';

/** Files around a turn, the same for every turn. */
export function fakeFilesAt(session: string): FilesAt {
  return {
    session,
    turn: 2,
    last: false,
    dir: '~/projects/my-app',
    files: [
      {
        path: 'internal/limit/bucket.go',
        shown: 'internal/limit/bucket.go',
        turn: 'created',
        since: 'modified',
      },
      { path: 'internal/upload/router.go', shown: 'internal/upload/router.go', turn: 'modified', since: '' },
      { path: 'docs/old-limits.md', shown: 'docs/old-limits.md', turn: 'deleted', since: '' },
      { path: 'go.mod', shown: 'go.mod', turn: '', since: 'modified' },
      { path: '/etc/hosts', shown: '/etc/hosts', turn: '', since: 'unknown' },
      {
        path: 'internal/limit/lost.go',
        shown: 'internal/limit/lost.go',
        turn: 'unknown',
        since: 'unknown',
        afterUnknown: 'The copy of internal/limit/lost.go is gone',
      },
    ],
  };
}

const code = (burst: string) =>
  [
    'package limit',
    '',
    '// Take takes a token.',
    `const burst = ${burst}`,
    '',
    'func Take() bool {',
    '\treturn true',
    '}',
    '',
  ].join('\n');

export function fakeFileText(path: string, when: FileMoment): FileText {
  const existed =
    !(path.endsWith('bucket.go') && when === 'before') && !(path.endsWith('.md') && when !== 'before');
  const text = existed ? code({ before: '1', after: '10', now: '25' }[when]) : '';
  return { path, existed, binary: false, bytes: text.length, text };
}
