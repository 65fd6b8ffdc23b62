/**
 * Which entry of the palette Enter takes: the best of an answer, until the person chooses another one
 * or asks for something else. What comes and goes meanwhile, because the history goes on, moves it
 * only where what was chosen is no more.
 */
export class Choice {
  value = $state('');
  private question = '';
  private byHand = false;

  /** The person has gone to an entry. */
  move(): void {
    this.byHand = true;
  }

  /**
   * There are these entries by now. `question` is what was asked and how far it is answered: with
   * every step of it the best entry is chosen, unless a person did.
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
