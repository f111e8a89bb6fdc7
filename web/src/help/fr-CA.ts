/** The French of this folder's interface. */
export const french = {
  'Sources and licences': 'Sources et licences',
  'Outlines on maps: Natural Earth': 'Contours des cartes\u00a0: Natural Earth',
  'Time zones: © OpenStreetMap contributors, ODbL': 'Fuseaux horaires\u00a0: © les contributeurs d’OpenStreetMap, ODbL',
  'Licences of the parts of this product': 'Licences des composants de ce produit',
  Help: 'Aide',
  'Who to contact': 'À qui s’adresser',
  'Fuel provider files': 'Fichiers des fournisseurs de carburant',
  'The columns of each file, with a sample to download.':
    'Les colonnes de chaque fichier, avec un exemple à télécharger.',
  'For programs': 'Pour les programmes',
  'Every call of the portal, with a guide and examples to try.':
    'Chaque appel du portail, avec un guide et des exemples à essayer.',
  'API documentation': 'Documentation de l’API',
  'Version {version}': 'Version {version}',
  Glossary: 'Glossaire',
  'Find a word': 'Trouver un mot',
  'Sample file': 'Fichier d’exemple',
  'The file': 'Le fichier',
  'Type of file': 'Type de fichier',
  Dates: 'Dates',
  Required: 'Obligatoire',
  'Also accepted': 'Aussi accepté',
  'Columns can be in any order, and rows above the header are skipped. Other columns are ignored.':
    'Les colonnes peuvent être dans n’importe quel ordre, et les lignes au-dessus de l’en-tête sont ignorées. Les autres colonnes le sont aussi.',
  'The code with which the fuel provider approved the purchase. It is on the driver’s receipt.':
    'Le code par lequel le fournisseur de carburant a autorisé l’achat. Il figure sur le reçu du chauffeur.',
  'The last known rate of a site, used for a purchase on a later day without a rate of its own.':
    'Le dernier tarif connu d’un site, appliqué à un achat d’un jour ultérieur qui n’a pas de tarif.',
  'Money that a driver draws with the card. The card sets how much, and on which days.':
    'L’argent qu’un chauffeur retire avec la carte. La carte fixe le montant et les jours.',
  'How much a customer may owe. Above it, the rule in the customer’s record warns or puts cards on hold.':
    'Ce qu’un client peut devoir. Au-delà, la règle de sa fiche avertit ou suspend ses cartes.',
  'A document that reduces what a customer owes, taxes included.':
    'Un document qui réduit ce qu’un client doit, taxes comprises.',
  'Daily rate': 'Tarif quotidien',
  'What a fuel provider charges for a product at a site on a day, before sales tax.':
    'Ce qu’un fournisseur de carburant demande pour un produit, à un site et un jour donnés, avant les taxes de vente.',
  'Diesel exhaust fluid, which modern diesel engines need in addition to fuel.':
    'Le fluide d’échappement diesel, dont les moteurs récents ont besoin en plus du carburant.',
  'An invoice that has not been sent. It can still change and customers cannot see it.':
    'Une facture qui n’est pas envoyée. Elle peut encore changer, et le client ne la voit pas.',
  Exception: 'Exception',
  'A purchase that breaks a rule or looks unlikely, such as more fuel than the tank holds.':
    'Un achat qui enfreint une règle ou semble peu probable, par exemple plus de carburant que le réservoir n’en contient.',
  'What a customer owes, unbilled purchases included. It is compared with the credit limit.':
    'Ce qu’un client doit, achats non facturés compris. On le compare à la limite de crédit.',
  'FET, PFT, PCT and local tax': 'TAF, TPC, taxe carbone et taxe locale',
  'Taxes per litre or gallon: federal excise, provincial fuel, provincial carbon and local. They are part of the price.':
    'Taxes au litre ou au gallon\u00a0: taxe d’accise fédérale, taxe provinciale sur le carburant, taxe provinciale sur le carbone et taxe locale. Elles font partie du prix.',
  'GST, HST, PST and QST': 'TPS, TVH, TVP et TVQ',
  'Sales taxes of Canada and its provinces, a percentage of the price. They are added to it.':
    'Taxes de vente du Canada et de ses provinces, un pourcentage du prix. Elles s’y ajoutent.',
  'The agreement under which fleets report fuel tax once for all the provinces and states they drive in.':
    'L’entente selon laquelle un parc déclare la taxe sur le carburant une seule fois pour toutes les provinces et tous les États parcourus.',
  'The billed amount less what the fuel provider charges us.':
    'Le montant facturé moins ce que le fournisseur de carburant nous demande.',
  'What a customer pays per litre or gallon on top of the daily rate.':
    'Ce qu’un client paie par litre ou par gallon en plus du tarif quotidien.',
  'NSF (returned payment)': 'Sans provision (paiement refusé)',
  'A payment that the bank returned. The invoice is due again, and cards can be put on hold.':
    'Un paiement refusé par la banque. La facture redevient due, et des cartes peuvent être suspendues.',
  'Money received that does not pay an invoice yet.': 'De l’argent reçu qui ne paie encore aucune facture.',
  'On hold': 'Suspendue',
  'The card is refused at the pump until it is released.': 'La carte est refusée à la pompe jusqu’à sa réactivation.',
  'Past its due date and not fully paid.': 'L’échéance est passée et le montant n’est pas entièrement payé.',
  'Imported purchases whose card or product is unknown. They are not billed until they are released.':
    'Des achats importés dont la carte ou le produit est inconnu. Ils ne sont pas facturés avant d’être libérés.',
  'Fuel for the cooling unit of a trailer. It has its own limits and often other taxes.':
    'Le carburant du groupe frigorifique d’une remorque. Il a ses propres limites et souvent d’autres taxes.',
  'Refresh days': 'Jours de renouvellement',
  'The days on which a card’s balance is reset to its limit.':
    'Les jours où le solde d’une carte est ramené à sa limite.',
  'Retail price': 'Prix de détail',
  'The price at the pump, taxes included. Customers capped at retail never pay more.':
    'Le prix à la pompe, taxes comprises. Un client plafonné au prix de détail ne paie jamais davantage.',
  'Where fuel is sold, by the fuel provider’s own number.':
    'Là où le carburant est vendu, selon le numéro du fournisseur de carburant.',
  'Tie out': 'Concorder',
  'The totals of a file or statement equal what was booked from it, to the cent.':
    'Les totaux d’un fichier ou d’un relevé égalent ce qui en a été comptabilisé, au cent près.',
  'Flagged purchases that a person must accept before they are billed.':
    'Des achats signalés qu’une personne doit accepter avant qu’ils soient facturés.',
  'A truck, by the number that drivers enter at the pump.':
    'Un camion, selon le numéro que les chauffeurs entrent à la pompe.',
  'The unit of measure of a card’s fuel: litres or US gallons.':
    'L’unité de mesure du carburant d’une carte\u00a0: litres ou gallons américains.',
}
