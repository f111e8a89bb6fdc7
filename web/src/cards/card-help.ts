import type { FieldMeanings } from '../form/Meanings.tsx'

/** What the fields of a card's form mean (UX-12), by their label. */
export const cardHelp = {
  management: {
    'Plastic Type': 'Whether the card belongs to a driver or to a vehicle.',
    UOM: 'The unit of measure of a card’s fuel: litres or US gallons.',
  },
  identifiers: {
    'Driver Id': 'What the driver enters at the pump to use the card.',
    'Other Id': 'A number of your own, such as that of the employee.',
    'Vehicle Assigned To Card': 'A truck, by the number that drivers enter at the pump.',
  },
  properties: {
    'Card Status':
      'An ACTIVE card can buy. A card on HOLD is refused until it is released. A closed card can never buy again.',
    'Card Group': 'A name of your own for cards that belong together.',
    'Usage Above Volume Limits': 'Whether the driver can go above the quantity limits.',
  },
  monetary: {
    'Cash Advance Type': 'When a driver can draw cash with the card.',
    'Refreshing Cash Limits': 'The cash that is available again on each cash refresh day.',
    'Refreshing Cash Balance': 'What is left of that cash now.',
    'Cash Refresh Days': 'The days on which a card’s balance is reset to its limit.',
    'Daily Card Limit': 'The most that the card can spend in a day, on everything.',
    'Daily Cash Limit': 'The most cash that can be drawn in a day.',
    'Dash Cash Balance': 'A one-time amount of cash. It is used after the refreshing cash and is not refreshed.',
    'Increment Dash Cash Amount': 'Added to the dash cash when the card is saved.',
  },
  weekly: {
    'Weekly Product Refresh': 'The day on which the weekly amount is available again.',
    'Weekly Product Refresh Money Amount': 'The most that can be spent on road fuel in a week.',
    'Weekly Product Balance': 'What is left of that amount now.',
    'Weekly Fuel Quantity Limit': 'The most road fuel that can be bought in a week.',
    'Weekly Fuel Quantity Balance': 'What is left of that quantity now.',
  },
  limitation: {
    'Daily Vehicle Quantity Limit In Gallons': 'The most road fuel in a day, always in US gallons.',
    'Transaction Fuel Quantity Limits': 'The most road fuel in one purchase.',
  },
  nonHighway: {
    'Non-Highway Fuel Limit': 'How much reefer fuel the card can buy. 0 means none.',
    'Non-Highway Fuel Weekly Balance': 'What is left of the weekly reefer fuel now.',
  },
} as const satisfies Record<string, FieldMeanings>
