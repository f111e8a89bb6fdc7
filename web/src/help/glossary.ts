/** The trade's words, as people who use the portal need them (UX-12). In the order of the English alphabet. */
export const glossary = {
  'Auth code': 'The code with which the fuel provider approved the purchase. It is on the driver’s receipt.',
  'Carried rate': 'The last known rate of a site, used for a purchase on a later day without a rate of its own.',
  'Cash advance': 'Money that a driver draws with the card. The card sets how much, and on which days.',
  'Credit limit':
    'How much a customer may owe. Above it, the rule in the customer’s record warns or puts cards on hold.',
  'Credit note': 'A document that takes an amount off what a customer owes, with its taxes.',
  'Daily rate': 'What a fuel provider charges for a product at a site on a day, before sales tax.',
  DEF: 'Diesel exhaust fluid, which modern diesel engines need beside fuel.',
  Draft: 'An invoice that has not been sent. It can still change and customers cannot see it.',
  Exception: 'A purchase that breaks a rule or looks unlikely, such as more fuel than the tank holds.',
  Exposure: 'What a customer owes, unbilled purchases included. It is compared with the credit limit.',
  'FET, PFT, PCT and local tax':
    'Taxes per litre or gallon: federal excise, provincial fuel, provincial carbon and local. They are part of the price.',
  'GST, HST, PST and QST': 'Sales taxes of Canada and its provinces, a percentage of the price. They are added to it.',
  IFTA: 'The agreement by which fleets report fuel tax once for all provinces and states they drive in.',
  Margin: 'The billed amount less what the fuel provider charges us.',
  Markup: 'What a customer pays per litre or gallon on top of the daily rate.',
  'NSF (returned payment)':
    'A payment that the bank returned. The invoice is owing again, and cards can be put on hold.',
  'On account': 'Money received that does not pay an invoice yet.',
  'On hold': 'The card is refused at the pump until it is released.',
  Overdue: 'Past its due date and not fully paid.',
  Quarantine: 'Imported purchases whose card or product is unknown. They are not billed until they are released.',
  'Reefer fuel': 'Fuel for the cooling unit of a trailer. It has its own limits and often other taxes.',
  'Refresh days': 'The days on which a card’s balance is set back to its limit.',
  'Retail price': 'The price at the pump with tax. A customer never pays more than it, if the rate has one.',
  Site: 'Where fuel is sold, by the fuel provider’s own number.',
  'Tie out': 'The totals of a file or statement equal what was booked from it, to the cent.',
  'To review': 'Flagged purchases that a person must accept before they are billed.',
  Unit: 'A truck, by the number that drivers enter at the pump.',
  UOM: 'The unit of measure of a card’s fuel: litres or US gallons.',
} as const
