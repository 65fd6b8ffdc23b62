/**
 * The selected entry of the palette: the best one, until the user selects another or changes the query. List updates
 * keep the selection unless the entry disappeared.
 */
export class Choice {
  value = $state('');
  private question = '';
  private byHand = false;

  /** The user selected an entry. */
  move(): void {
    this.byHand = true;
  }

  /**
   * Updates the selection for a list of entries. Each new query and each new answer selects the best entry, unless
   * the user selected one.
   */
  follow(typed: string, answered: string, entries: readonly string[], best: string): void {
    const question = `${typed}\n${answered}`;
    if (!this.question.startsWith(`${typed}\n`)) this.byHand = false;
    const stays = this.byHand || question === this.question;
    this.question = question;
    if (stays && entries.includes(this.value)) return;
    this.value = best;
  }
}
