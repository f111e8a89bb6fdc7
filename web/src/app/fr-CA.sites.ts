/** The French of a site's tax region. */
export const frenchOfSites: Readonly<Record<string, string>> = {
  'Tax region': 'Région fiscale',
  'Change tax region': 'Modifier la région fiscale',
  'chosen by staff': 'choisie par le personnel',
  'from the city': 'd’après la ville',
  'no local tax in this province': 'aucune taxe locale dans cette province',
  'It counts for the transactions that come in from now on. Those that are booked keep their prices, and no later file changes the region back.':
    'Elle vaut pour les transactions qui arriveront désormais. Celles qui sont comptabilisées gardent leurs prix, et aucun fichier ultérieur ne rétablira la région.',
  'Choose a region of the site’s province.': 'Choisissez une région de la province du site.',
  'Tax Region Updated Successfully': 'Région fiscale modifiée avec succès',
  'Error while updating Tax Region': 'Erreur lors de la modification de la région fiscale',
  'Set the tax region of a site': 'A choisi la région fiscale d’un site',
}
