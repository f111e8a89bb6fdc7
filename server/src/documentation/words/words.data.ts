/**
 * What properties and parameters mean, by name; `Card.status` or `cards.export.format` where a name means something of
 * its own in one schema or one operation; `cards[]` and `credit{}` where it is a list or a record. An entry is a description, or a description with examples: the first one that
 * its schema accepts is shown. Dates, instants, choices and yes-or-no need none.
 */
export type Words = Readonly<Record<string, string | readonly [description: string, ...examples: unknown[]]>>
