#include "bench/generator/country_style.hpp"

namespace bizrec::generator {

const std::vector<CountryStyle>& country_styles() {
    static const std::vector<CountryStyle> styles = {
        {"US",
         1000,
         "%n %s",
         {"Main St",        "Market St",
          "Broadway",       "Oak Ave",
          "Elm St",         "Washington Ave",
          "Park Ave",       "Lake Dr",
          "Hill Rd",        "Maple St",
          "2nd St",         "3rd Ave",
          "State St",       "Lincoln Blvd",
          "Jefferson St",   "Highway 6",
          "US-41",          "College Ave",
          "River Rd",       "Mall Dr",
          "Commerce Way",   "W Grand Ave",
          "N Central Expy", "E Sunrise Blvd",
          "S Congress Ave", "Martin Luther King Jr Blvd",
          "Cedar Ln",       "Sunset Blvd",
          "Airport Rd",     "Peachtree St NE"},
         {"(2##) 555-01##", "3##-555-01##", "+1 4##-555-01##", "5##.555.01##", "7##55501##", "+1 (9##) 555-01##"}},
        {"GB",
         80,
         "%n %s",
         {"High Street", "Station Road", "Church Lane", "Victoria Road", "The Parade", "Market Place", "London Road",
          "King Street", "Queen Street", "Bridge Street"},
         {"01632 960###", "+44 1632 960###", "020 7946 0###"}},
        {"CA",
         70,
         "%n %s",
         {"Main St", "King St W", "Queen St E", "Yonge St", "Rue Sainte-Catherine O", "Granville St", "Jasper Ave",
          "Portage Ave", "Boul. Saint-Laurent", "Barrington St"},
         {"4##-555-01##", "+1 6##-555-01##"}},
        {"DE",
         55,
         "%s %n",
         {"Hauptstraße", "Bahnhofstraße", "Marktplatz", "Schulstraße", "Gartenstraße", "Königstraße", "Am Ring",
          "Goethestraße", "Industriestraße", "Berliner Straße"},
         {"030 23125 ###", "+49 40 66969 ###", "089 99998 ###"}},
        {"FR",
         50,
         "%n %s",
         {"rue de la République", "avenue Jean Jaurès", "rue Victor Hugo", "place du Marché", "boulevard de la Liberté",
          "rue de l'Église", "avenue de la Gare", "rue Pasteur", "quai Saint-Nicolas", "cours Gambetta"},
         {"01 99 00 ## ##", "+33 2 61 91 ## ##", "04 65 71 ## ##"}},
        {"JP",
         40,
         "%s %n",
         {"Honcho 1-", "Ekimae 2-", "Chuo 3-", "Sakaecho 1-", "Minami 4-", "Kita 2-", "Higashi 5-", "Nishi 1-"},
         {}},
        {"AU",
         30,
         "%n %s",
         {"George Street", "Elizabeth Street", "Pitt Street", "Victoria Road", "Pacific Highway", "Collins Street",
          "Beach Road", "Railway Parade"},
         {"(02) 5550 ####", "(03) 5550 ####", "+61 7 5550 ####"}},
        {"IT", 20, "%s %n", {"Via Roma", "Corso Italia", "Via Garibaldi", "Piazza Duomo", "Viale Europa"}, {}},
        {"ES", 20, "%s, %n", {"Calle Mayor", "Avenida de la Constitución", "Gran Vía", "Calle Real"}, {}},
        {"NL", 15, "%s %n", {"Hoofdstraat", "Kerkstraat", "Stationsweg", "Marktplein", "Dorpsstraat"}, {}},
        {"MX", 20, "%s %n", {"Av. Juárez", "Av. Reforma", "Calle Hidalgo", "Blvd. Benito Juárez", "Av. Morelos"}, {}},
        {"BR", 15, "%s, %n", {"Rua XV de Novembro", "Avenida Paulista", "Rua das Flores", "Avenida Brasil"}, {}},
    };
    return styles;
}

std::string make_address(const CountryStyle& style, Random& random) {
    // Short house numbers are common everywhere, long ones only in the United States.
    const bool american = style.code[0] == 'U';
    const std::int32_t number = random.between(1, american && !random.one_in(3) ? 9999 : 199);
    const char* street = random.pick(style.streets);
    std::string out;
    for (const char* at = style.address; *at != '\0'; ++at) {
        if (*at != '%') {
            out += *at;
            continue;
        }
        ++at;
        out += *at == 'n' ? std::to_string(number) : street;
    }
    // "Honcho 1-" and its number are one word, so the space between them is removed.
    const std::size_t gap = out.find("- ");
    return gap == std::string::npos ? out : out.erase(gap + 1, 1);
}

std::string make_phone(const CountryStyle& style, Random& random) {
    std::string out = style.phones.empty() ? "" : random.pick(style.phones);
    for (char& c : out) {
        c = c == '#' ? static_cast<char>('0' + random.below(10)) : c;
    }
    return out;
}

}  // namespace bizrec::generator
