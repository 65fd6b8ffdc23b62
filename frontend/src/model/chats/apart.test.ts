import { expect, test } from 'vitest';
import { apart } from './apart';

test('names that differ in what is shown stay as they are', () => {
  const names = [
    'Sort the report',
    'Sort the stations',
    'A name that is much longer than what a row of the list can show',
  ];
  expect(apart(names)).toEqual(names);
});

test('names that begin alike keep the words that tell them apart', () => {
  expect(
    apart([
      'Investigate the failing end-to-end test of the upload in Firefox',
      'Investigate the failing end-to-end test of the upload in Chromium',
      'Something else',
    ]),
  ).toEqual(['Investigate the … Firefox', 'Investigate the … Chromium', 'Something else']);
});

test('names that are the same stay the same', () => {
  const name = 'Create a file that is called after the colour of the sky at noon';
  expect(apart([name, name])).toEqual([name, name]);
});

test('one that goes on where another ends', () => {
  const name = 'Create a file that is called after the colour of the sky';
  expect(apart([name, `${name} at night`])).toEqual([
    'Create a file that … sky',
    'Create a file that … sky at night',
  ]);
});
