import { expect, it } from 'vitest';
import { takeFirstAnswers } from './first';

function page(html: string): Document {
  return new DOMParser().parseFromString(`<head>${html}</head>`, 'text/html');
}

it('takes what the page was served with, once', () => {
  const served = page('<script type="application/json" id="first">{"state":{"seq":7}}</script>');
  expect(takeFirstAnswers(served)).toMatchObject({ state: { seq: 7 } });
  expect(takeFirstAnswers(served)).toEqual({});
  expect(takeFirstAnswers(page('<script type="application/json" id="first">{"st</script>'))).toEqual({});
});
