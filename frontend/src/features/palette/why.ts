/** What of a chat fits, where that is not its title. */
export const WHY = { title: '', project: 'in', prompt: 'asked', branch: 'on branch', id: 'id' } as const;
