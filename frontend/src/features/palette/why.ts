/** What of a chat fits, where that is not its title. */
export const WHY = {
  title: '',
  project: 'in',
  prompt: 'asked',
  branch: 'on branch',
  name: 'known as',
  id: 'id',
} as const;
