/** Where the names of towns come from, as their licence asks for (COMP-5, COMP-6). */
export const placeCredit = 'Place names: GeoNames, CC BY 4.0'
export const placeCreditAddress = 'https://www.geonames.org/about.html'
