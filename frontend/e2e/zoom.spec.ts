import { expect, test } from './harness/test';

const PARTS = {
  chats: '[data-pane=sidebar] .title',
  tree: '[data-pane=tree] .title',
  thread: '[data-pane=thread] .reply p',
  status: 'footer',
};

test('Ctrl + scales texts and rows of the whole window by one factor, also after a restart', async ({
  demo,
}) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  const drawn = async () => {
    for (const part of Object.values(PARTS)) await page.locator(part).first().waitFor();
  };
  await drawn();
  const sizes = () =>
    page.evaluate((parts) => {
      const of = (selector: string) => {
        const element = document.querySelector(selector);
        if (!element) throw new Error(`no ${selector}`);
        return parseFloat(getComputedStyle(element).fontSize);
      };
      return Object.fromEntries(Object.entries(parts).map(([name, selector]) => [name, of(selector)]));
    }, PARTS);
  /** The rows whose text is cut at the bottom. */
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=option], [role=treeitem]')].flatMap((row) =>
        row.scrollHeight > row.clientHeight + 2 ? [row.textContent.trim().slice(0, 40)] : [],
      ),
    );
  const before = await sizes();
  const cutBefore = await cut();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Control+Equal');
  const larger = Object.fromEntries(Object.entries(before).map(([name, size]) => [name, size * 1.5]));
  await expect.poll(sizes).toEqual(larger);
  await expect.poll(cut).toEqual(cutBefore);
  await demo.saved({ textSize: 150 });
  await page.reload();
  await drawn();
  await expect.poll(sizes).toEqual(larger);
  await page.keyboard.press('Control+0');
  await expect.poll(sizes).toEqual(before);
  await demo.saved({ textSize: 100 });
});
