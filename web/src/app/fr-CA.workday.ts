/** What makes a day's work plainer, over several screens. */
export const frenchOfWorkday: Record<string, string> = {
  'In draft': 'En brouillon',
}
