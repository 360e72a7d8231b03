"""Messages about a log whose text and header are read: why it is refused, and what to note."""

from __future__ import annotations

READING: dict[str, tuple[str, str]] = {
    "words.misshapen": (
        "{path} : `{place}` : écrivez des listes de mots, comme dans le vocabulaire livré.",
        "{path}: `{place}`: write lists of words, as the vocabulary shipped does.",
    ),
    # ---- why a file is refused ------------------------------------------------------------------
    "header.empty": (
        "Il est vide ; un journal a une ligne d’en-tête et une ligne par événement.",
        "It is empty; a log has a header row and one row for each event.",
    ),
    "header.no_event": (
        (
            "Aucune colonne ne s’appelle `event` : l’en-tête nomme `time`, `event`, `amount`, … "
            "Trouvé : {found}."
        ),
        "No column is called `event`: the header names `time`, `event`, `amount`, … Found {found}.",
    ),
    "header.no_event_near": (
        "Aucune colonne ne s’appelle `event` : s’agit-il de `{near}` ? Trouvé : {found}.",
        "No column is called `event`: is `{near}` meant? Found {found}.",
    ),
    "header.no_event_map": (
        "{says} `auditor map` propose comment lire un journal d’une autre forme.",
        "{says} `auditor map` proposes how to read a log in another shape.",
    ),
    "header.no_event_bare": (
        (
            "{says} `auditor map` propose comment lire un journal d’une autre forme ; sans "
            'en-tête, écrivez `header = "none"` dans une correspondance.'
        ),
        (
            "{says} `auditor map` proposes how to read a log in another shape; without a header, "
            'write `header = "none"` in a mapping.'
        ),
    ),
    "header.no_mapped_columns": (
        "Aucune ligne n’a les colonnes dont parle la correspondance : {names}. {says}",
        "No row has the columns that the mapping speaks of: {names}. {says}",
    ),
    "header.twice": (
        "Deux colonnes s’appellent `{name}` : renommez ou supprimez l’une d’elles.",
        "Two columns are called `{name}`: rename or delete one of them.",
    ),
    "header.side_by_side": (
        (
            "Deux tableaux sont côte à côte, le second à partir de `{name}` : placez-le sous le "
            "premier, ou dans un fichier à part."
        ),
        (
            "Two tables stand side by side, the second from `{name}` on: put it below the first, "
            "or into a file of its own."
        ),
    ),
    "header.other_below": (
        (
            "L’en-tête d’un autre tableau, dont les colonnes sont dans un autre ordre, commence "
            "ici : placez ce tableau dans un fichier à part."
        ),
        (
            "The header of another table begins here, with its columns in another order: put that "
            "table into a file of its own."
        ),
    ),
    "header.too_wide": (
        "Il a plus de {most} colonnes ; un journal en a quelques dizaines : supprimez les autres.",
        "It has more than {most} columns; a log has some dozens: delete the others.",
    ),
    "text.too_many_cells": (
        "Il compte environ {fields} cellules : divisez-le par table ou par jour.",
        "It has about {fields} cells: split it by table or by day.",
    ),
    "text.mark_wrong": (
        (
            "Sa marque d’ordre des octets annonce {encoding}, mais ses octets n’en sont pas : "
            "exportez le journal en CSV, en UTF-8."
        ),
        (
            "Its byte order mark says {encoding}, but its bytes do not: export the log as CSV in "
            "UTF-8."
        ),
    ),
    "text.no_encoding": (
        "Il n’existe pas d’encodage `{encoding}` : déclarez cp1252, utf-8, utf-16 ou un autre.",
        "There is no encoding `{encoding}`: declare cp1252, utf-8, utf-16 or another one.",
    ),
    "text.not_as_declared": (
        (
            "Ce n’est du texte ni en UTF-8 ni en {encoding}, l’encodage déclaré : exportez le "
            "journal en CSV, en UTF-8."
        ),
        (
            "It is text neither in UTF-8 nor in {encoding}, as declared: export the log as CSV in "
            "UTF-8."
        ),
    ),
    "text.not_windows": (
        (
            "Ce n’est du texte ni en UTF-8 ni en Windows-1252 : exportez le journal en CSV, en "
            'UTF-8, ou écrivez dans un mapping son encodage, tel que `encoding = "cp850"`.'
        ),
        (
            "It is text neither in UTF-8 nor in Windows-1252: export the log as CSV in UTF-8, or "
            'write its encoding in a mapping, such as `encoding = "cp850"`.'
        ),
    ),
    "text.breaks_off": (
        (
            "Il s’interrompt au milieu d’une lettre : copiez-le de nouveau, ou exportez le "
            "journal en CSV, en UTF-8."
        ),
        "It breaks off within a letter: copy it again, or export the log as CSV in UTF-8.",
    ),
    "text.mixed": (
        (
            "La ligne {line} contient des lettres en UTF-8, et celle-ci d’autres qui ne le sont "
            "pas : exportez le journal en CSV, en UTF-8."
        ),
        (
            "Line {line} holds letters in UTF-8, and this line some that are not: export the log "
            "as CSV in UTF-8."
        ),
    ),
    "text.cell_too_long": (
        "Une cellule a plus de {most} caractères : exportez une ligne par événement.",
        "A cell is longer than {most} characters: export one row for each event.",
    ),
    "text.line_too_long": (
        "La ligne dépasse {most} caractères : exportez une ligne par événement.",
        "The line is longer than {most} characters: export one row for each event.",
    ),
    "text.keyed": (
        (
            "Chaque ligne nomme ses valeurs (`{text}`), et aucun en-tête ne nomme de colonnes : "
            "exportez le journal en CSV, ou un objet JSON par ligne."
        ),
        (
            "Each line names its values (`{text}`), and no header names columns: export the log as "
            "CSV, or as one JSON object a line."
        ),
    ),
    "text.spaced": (
        (
            "Ses colonnes ne sont séparées que par des espaces, comme sur du papier, et toutes les "
            "lignes ne disent pas de même où l’une finit : exportez le journal en CSV ou en XLSX."
        ),
        (
            "Its columns are set apart by spaces alone, as on paper, and not all lines agree where "
            "one ends: export the log as CSV or XLSX."
        ),
    ),
    "text.sentences": (
        (
            "Ses lignes sont des phrases, comme un programme les affiche à l’écran, et non un "
            "tableau : faites-lui écrire une ligne par événement ou par coup, en CSV ou en JSON."
        ),
        (
            "Its lines are sentences, as a program shows them on a screen, and no table: have it "
            "write one row for each event or for each coup, as CSV or as JSON."
        ),
    ),
    "text.unmarked": (
        (
            "C’est du texte de deux octets par lettre, sans la marque qui le dit : écrivez "
            '`encoding = "{encoding}"` dans une correspondance, ou exportez-le en UTF-8.'
        ),
        (
            "It is text of two bytes a letter, without the mark that tells so: write "
            '`encoding = "{encoding}"` in a mapping, or export it in UTF-8.'
        ),
    ),
    "text.nul": (
        (
            "Il contient des caractères NUL et n’est donc pas un fichier texte : exportez le "
            "journal en CSV, en UTF-8."
        ),
        "It holds NUL characters and so is no text file: export the log as CSV in UTF-8.",
    ),
    "quote.never_closed": (
        (
            "Un guillemet ouvert dans cette ligne n’est jamais fermé : fermez-le, ou doublez-le "
            "s’il fait partie du texte."
        ),
        "A quote opened in this row never closes: close it, or double it if it is text.",
    ),
    "quote.field_too_long": (
        "Un champ est plus long que ceux d’aucun journal : fermez le guillemet ouvert ici.",
        "A field is longer than any log's: close the quote that is open here.",
    ),
    "quote.misfit": (
        (
            "Un guillemet ouvert dans cette ligne n’est fermé qu’à la ligne {last}, et "
            "l’enregistrement ne correspond pas à l’en-tête : fermez le guillemet, ou doublez-le."
        ),
        (
            "A quote opened in this row closes on line {last} only, and the record does not fit "
            "the header: close the quote, or double it."
        ),
    ),
    "quote.swallows": (
        (
            "Un guillemet ouvert dans cette ligne n’est fermé qu’à la ligne {last}, et une ligne "
            "intermédiaire ressemble à un enregistrement : fermez le guillemet, ou doublez-le."
        ),
        (
            "A quote opened in this row closes on line {last} only, and a line between looks like "
            "a record of its own: close the quote, or double it."
        ),
    ),
    # ---- a question that cells leave open -------------------------------------------------------
    "doubt.in_mapping": (
        "{doubt} dans une correspondance (`auditor map` en propose une).",
        "{doubt} in a mapping (`auditor map` proposes one).",
    ),
    "doubt.decimal": (
        (
            "`{text}` vaut {point} avec un point décimal et {comma} avec une virgule décimale : "
            'écrivez `decimal = ","` ou `decimal = "."`'
        ),
        (
            "`{text}` is {point} by a decimal point and {comma} by a decimal comma: "
            'write `decimal = ","` or `decimal = "."`'
        ),
    ),
    "doubt.cards": (
        (
            "`{text}` est {fr} en notation française et {en} en notation anglaise : "
            'écrivez `cards = "fr"` ou `cards = "en"`'
        ),
        (
            "`{text}` is {fr} in French and {en} in English notation: "
            'write `cards = "fr"` or `cards = "en"`'
        ),
    ),
    "doubt.points": (
        (
            "les cartes sont des nombres jusqu’à 10, sans 11, 12 ni 13 : `{text}` peut être un dix "
            "ou, si ce sont des points, une figure. Si c’est un dix, "
            'écrivez `cards = "numbers"`'
        ),
        (
            "the cards are numbers up to 10, without 11, 12 or 13: `{text}` may be a ten or, if "
            "these are points, a court card. If it is a ten, "
            'write `cards = "numbers"`'
        ),
    ),
    "doubt.cards_of_both": (
        (
            "`{text}` est {fr} en notation française et {en} en notation anglaise, et `{french}` "
            "est "
            'français, `{english}` anglais : écrivez `cards = "fr"` ou `cards = "en"`'
        ),
        (
            "`{text}` is {fr} in French and {en} in English notation, and `{french}` is French, "
            '`{english}` English: write `cards = "fr"` or `cards = "en"`'
        ),
    ),
    "doubt.day_first": (
        (
            "`{text}` est le {dmy} si le jour vient en premier et le {mdy} si c’est le mois : "
            'écrivez `dates = "dd/mm/yyyy"` ou `dates = "mm/dd/yyyy"`'
        ),
        (
            "`{text}` is {dmy} with the day first and {mdy} with the month first: "
            'write `dates = "dd/mm/yyyy"` or `dates = "mm/dd/yyyy"`'
        ),
    ),
    "doubt.split": (
        (
            "`{text}` est un mot et un nombre dans une cellule : séparez-les par `[split]`, "
            '`"{column}" = " "` ; `{{{column} 1}}` est alors le mot, `{{{column} 2}}` le nombre,'
        ),
        (
            "`{text}` is a word and a number in one cell: take them apart by `[split]`, "
            '`"{column}" = " "`; `{{{column} 1}}` is then the word, `{{{column} 2}}` the number,'
        ),
    ),
    "doubt.currency": (
        (
            '`{text}` est en {one} et `{other}` en {two} : écrivez `currency = "{one}"`, et les '
            "montants d’une autre monnaie sont écartés"
        ),
        (
            '`{text}` is of {one} and `{other}` of {two}: write `currency = "{one}"`, and amounts '
            "of another currency are set aside"
        ),
    ),
    "doubt.unix": (
        (
            "`{text}` peut être le nombre de secondes depuis 1970, soit le {seconds}, ou le "
            '{other} : écrivez `dates = "unix"`, ou exportez les dates autrement'
        ),
        (
            "`{text}` may be the number of seconds since 1970, which is {seconds}, or {other}: "
            'write `dates = "unix"`, or export the dates otherwise'
        ),
    ),
    "doubt.epoch": (
        (
            "`{text}` peut être le nombre par lequel un tableur note le {old}, ou le {new} dans un "
            'classeur qui compte depuis 1904 : écrivez `dates = "excel-1900"` ou '
            '`dates = "excel-1904"`'
        ),
        (
            "`{text}` may be the number by which a spreadsheet keeps {old}, or {new} in a workbook "
            'that counts from 1904: write `dates = "excel-1900"` or `dates = "excel-1904"`'
        ),
    ),
    # ---- a mapping that does not suit the file --------------------------------------------------
    "mapped.no_column": (
        "La correspondance parle d’une colonne `{name}` : il y a {shown}.",
        "The mapping speaks of a column `{name}`: there are {shown}.",
    ),
    "mapped.no_column_near": (
        "La correspondance parle d’une colonne `{name}` : s’agit-il de `{near}` ?",
        "The mapping speaks of a column `{name}`: is `{near}` meant?",
    ),
    "mapped.column_twice": (
        (
            "La correspondance parle d’une colonne `{name}` : il y a `{name}` et `{other}` : "
            "nommez celle qui convient."
        ),
        (
            "The mapping speaks of a column `{name}`: there are `{name}` and `{other}`: name the "
            "one that is meant."
        ),
    ),
    "mapped.ambiguous": (
        (
            "La correspondance parle de `{name}`, qui désigne {one}, et la colonne `{other}` "
            "({column}) : nommez la colonne comme elle est écrite ici, et une valeur d’une cellule "
            "avec un dièse, telle que `{{P #2}}`."
        ),
        (
            "The mapping speaks of `{name}`, which is {one}, and column `{other}` ({column}): name "
            "the column as it is written here, and a value of a cell with a number sign, such as "
            "`{{P #2}}`."
        ),
    ),
    "mapped.count_of_events": (
        (
            "La correspondance numérote les coups par `{{@count}}`, un par ligne, et aucun type "
            "d’événement ne se trouve dans la moitié des lignes : une ligne ne vaut donc pas un "
            "coup. Prenez la colonne qui numérote les coups."
        ),
        (
            "The mapping numbers the coups by `{{@count}}`, one a row, and no kind of event stands "
            "in half of the rows: so a row is no coup. Take the column that numbers the coups."
        ),
    ),
    "mapped.piece_place": (
        "la valeur {number} des cellules de la colonne `{name}` ({column})",
        "value {number} in the cells of column `{name}` ({column})",
    ),
    "mapped.title_place": ("la cellule {cell} de [title]", "cell {cell} of [title]"),
    "mapped.brace": (
        "Le nom d’une colonne contient une accolade, ou commence par @ : renommez `{name}`.",
        "The name of a column holds a brace, or begins with @: rename `{name}`.",
    ),
    "mapped.no_sheets": (
        "La correspondance demande `{{@sheet}}`, et le fichier n’a pas de feuilles.",
        "The mapping asks for `{{@sheet}}`, and the file has no sheets.",
    ),
    "mapped.title": (
        (
            "La correspondance prend `{name}` dans la cellule {cell}, qui contient `{text}` et ne "
            "ressemble pas à `{like}`."
        ),
        (
            "The mapping takes `{name}` from cell {cell}, which holds `{text}` and is not like "
            "`{like}`."
        ),
    ),
    "propose.no_event": (
        "Aucune colonne ne dit ce qui s’est passé : il y a {names}.",
        "No column says what happened: there are {names}.",
    ),
    "propose.skeleton": (
        (
            "Rien dans ce fichier ne dit ce que sont ses lignes : la correspondance nomme ses "
            "colonnes, avec des valeurs et les champs les plus proches. Complétez-la."
        ),
        (
            "Nothing in this file tells what its rows are: the mapping names its columns, with "
            "some values and the nearest fields. Complete it."
        ),
    ),
    # ---- what to note of a file that was read ---------------------------------------------------
    "note.windows": (
        "Lu en Windows-1252 : la ligne {line} n’est pas en UTF-8.",
        "Read as Windows-1252: line {line} is not UTF-8.",
    ),
    "note.byte_order_mark": (
        "Lu en {encoding}, comme le dit sa marque d’ordre des octets.",
        "Read as {encoding}, as its byte order mark says.",
    ),
    "note.declared": (
        "Lu en {encoding}, comme déclaré : la ligne {line} n’est pas en UTF-8.",
        "Read as {encoding}, as declared: line {line} is not UTF-8.",
    ),
    "note.above_header": (
        "Non lu : {rows}, au-dessus de l’en-tête.",
        "Not read: {rows}, above the header.",
    ),
    "note.nameless": (
        "Non lu : des cellules sans nom de colonne, {rows}.",
        "Not read: cells in {rows} that stand under no column name.",
    ),
    "note.mapping": ("Lu selon la correspondance `{name}`.", "Read by the mapping `{name}`."),
    "note.several_events": (
        "Une ligne vaut plusieurs événements, dans l’ordre que donne la correspondance.",
        "A row stands for several events, in the order that the mapping gives.",
    ),
    "note.merged.scope": (
        (
            "La colonne `{column}` n’est remplie que là où sa valeur change, comme des cellules "
            "fusionnées : elle n’est pas utilisée. Recopier chaque valeur vers le bas dans les "
            "lignes qu’elle concerne."
        ),
        (
            "The column `{column}` is filled only where its value changes, as merged cells are: "
            "it is not used. Fill each value down into the rows that it is meant for."
        ),
    ),
    "note.slid.scope": (
        (
            "Les cellules de la colonne `{column}` semblent décalées de quelques lignes : ce qui "
            "ouvre ou ferme une table ou la maison n’a pas les siennes, ou les lignes du bord. "
            "Elle n’est pas utilisée."
        ),
        (
            "The cells of the column `{column}` seem to stand a few rows off: what opens or closes "
            "a table or the house does not have its own, or rows at the edge do not. "
            "It is not used."
        ),
    ),
    "note.unit": (
        (
            "Dans {count} constats, les montants trouvé et attendu diffèrent d’un facteur {factor} "
            "exactement : un genre d’événement est peut-être écrit en centimes, ou en milliers. "
            "Une correspondance peut le dire ; d’ici là, ces constats n’accusent personne."
        ),
        (
            "In {count} findings the amounts found and expected differ by a factor of exactly "
            "{factor}: one kind of event may be written in cents, or in thousands. A mapping can "
            "say so; until then these findings accuse nobody."
        ),
    ),
    "note.unit_beyond": (
        (
            "Dans {count} constats, un montant dépasse sa limite plus de {times} fois, ou n’en "
            "atteint pas la part de 1 sur {times} : des montants sont peut-être écrits en "
            "centimes, ou en milliers, les limites non. Une correspondance peut le dire ; d’ici "
            "là, ces constats n’accusent personne."
        ),
        (
            "In {count} findings an amount is more than {times} times its limit, or less than 1 in "
            "{times} of it: amounts may be written in cents, or in thousands, and limits not. A "
            "mapping can say so; until then these findings accuse nobody."
        ),
    ),
    "note.with_stake": (
        (
            "Dans {count} constats, le montant trouvé dépasse le montant attendu d’exactement une "
            "somme des lignes en cause, comme une mise : les paiements sont peut-être écrits mise "
            "comprise. Si c’est le cas, ces constats n’accusent personne, et une correspondance "
            "peut le dire."
        ),
        (
            "In {count} findings the amount found is more than the amount expected by exactly an "
            "amount of the rows concerned, such as a stake: payments may be written with the stake "
            "in them. If so, these findings accuse nobody, and a mapping can say it."
        ),
    ),
    "note.drawn": (
        (
            "{count} cellule de la colonne `{column}`, de la ligne {first} à la ligne {last}, ne "
            "va pas avec celles qui l’entourent : elle n’est pas crue."
            "|{count} cellules de la colonne `{column}`, de la ligne {first} à la ligne {last}, ne "
            "vont pas avec celles qui les entourent, comme recopiées vers le bas : elles ne sont "
            "pas crues."
        ),
        (
            "{count} cell of the column `{column}`, from row {first} to row {last}, does not go "
            "with those around it: it is not believed."
            "|{count} cells of the column `{column}`, from row {first} to row {last}, do not go "
            "with those around them, as if filled down: they are not believed."
        ),
    ),
    "note.nobody": (
        (
            "La colonne `{column}` dit {names}, qui ne désigne personne : ces cellules sont lues "
            "comme vides."
        ),
        "The column `{column}` says {names}, which names nobody: these cells are read as empty.",
    ),
    "note.no_number": (
        (
            "La colonne `{column}` dit {names} aussi hors des parties qu’elle numérote : ces "
            "cellules sont lues comme vides."
        ),
        (
            "The column `{column}` says {names} outside what it numbers as well: these cells are "
            "read as empty."
        ),
    ),
    "note.spellings": (
        (
            "Des noms de la colonne `{column}` ne diffèrent que par des majuscules ou par les "
            "zéros de tête : ils sont lus comme un seul ({names})."
        ),
        (
            "Names in the column `{column}` differ in capitals or in leading zeros alone: they "
            "are read as one ({names})."
        ),
    ),
    "note.slid.down": (
        (
            "Les cellules de la colonne `{column}` semblent descendues, "
            "de la ligne {first} à la ligne {last} : elles ne sont pas crues."
        ),
        (
            "The cells of the column `{column}` seem to stand too low, "
            "from row {first} to row {last}: they are not believed."
        ),
    ),
    "note.slid.up": (
        (
            "Les cellules de la colonne `{column}` semblent montées, "
            "de la ligne {first} à la ligne {last} : elles ne sont pas crues."
        ),
        (
            "The cells of the column `{column}` seem to stand too high, "
            "from row {first} to row {last}: they are not believed."
        ),
    ),
    "note.copies": (
        (
            "{count} ligne se trouve aussi dans {files} : elle est écartée ici."
            "|{count} lignes se trouvent aussi dans {files} : elles sont écartées ici."
        ),
        (
            "{count} row also stands in {files}: it is set aside here."
            "|{count} rows also stand in {files}: they are set aside here."
        ),
    ),
    "note.filled_down": (
        (
            "Une cellule vide de {names} a la valeur de la cellule au-dessus, comme le dit la "
            "correspondance."
        ),
        "An empty cell of {names} has the value of the cell above it, as the mapping says.",
    ),
    "note.unused": ("Non employé : les colonnes {names}.", "Not used: columns {names}."),
    "note.ambiguous": (
        "Non employé : la colonne `{name}`, qui peut être {either}.",
        "Not used: column `{name}`, which may be {either}.",
    ),
    "note.known_columns": (
        "Colonnes reconnues à leur nom : {known}.",
        "Columns known by their names: {known}.",
    ),
    "note.currency": (
        (
            "Les montants sont en {currency} : leurs chiffres sont repris tels quels, sans "
            "conversion, et le signe € qui les suit n’est pas celui du journal."
        ),
        (
            "Amounts are in {currency}: their figures are taken as they are, without conversion, "
            "and the sign € beside them is not that of the log."
        ),
    ),
    "note.decimal_comma": (
        "Les nombres sont lus avec une virgule décimale.",
        "Numbers are read with a decimal comma.",
    ),
    "note.numbered_cards": (
        "Les cartes sont lues comme des numéros : 1 est l’as, 11 le valet, 12 la dame, 13 le roi.",
        "Cards are read as numbers: 1 is the ace, 11 the jack, 12 the queen, 13 the king.",
    ),
    "note.french_cards": (
        "Les cartes sont lues en notation française.",
        "Cards are read in French notation.",
    ),
    "note.day_first": (
        "Les dates sont lues le jour en premier.",
        "Dates are read with the day first.",
    ),
    "note.month_first": (
        "Les dates sont lues le mois en premier.",
        "Dates are read with the month first.",
    ),
    "note.numbers_of_suits": (
        "Le rang des cartes est un nombre : 1 ou 14 est l’as, 11 le valet, 12 la dame, 13 le roi.",
        "Ranks of cards are numbers: 1 or 14 is the ace, 11 the jack, 12 the queen, 13 the king.",
    ),
    "note.suit_first": (
        "Les cartes sont lues la couleur en premier.",
        "Cards are read with the suit first.",
    ),
    "note.fixed_width": (
        (
            "Ses {columns} colonnes ont une largeur fixe : des espaces les séparent aux mêmes "
            "endroits dans toutes les lignes."
        ),
        (
            "Its {columns} columns have a fixed width: spaces divide them at the same places in "
            "all lines."
        ),
    ),
    "note.nothing": (
        "{signs} : le signe d’une cellule vide, puisqu’il figure dans plusieurs colonnes.",
        "{signs}: the sign of an empty cell, since it stands in several columns.",
    ),
    "note.signs": (
        "Les montants de {kinds} sont tous négatifs : le signe dit qui gagne, et il n’est pas lu.",
        "The amounts of {kinds} are all below zero: the sign says who gains, and is not read.",
    ),
    "note.unix": (
        "Les dates sont lues comme des secondes ou des millisecondes depuis 1970, en UTC.",
        "Dates are read as seconds or milliseconds since 1970, in UTC.",
    ),
    "note.evenings": (
        "Les jours sont ceux des soirées : une heure avant {hour} est du lendemain matin.",
        "Days are those of evenings: an hour before {hour} is of the next morning.",
    ),
    "note.sheet_is_table": (
        "Le nom de la feuille est pris pour la table : aucune colonne n’en nomme.",
        "The name of the sheet is taken for the table: no column names one.",
    ),
    "note.file_is_table": (
        "La table est prise du nom du fichier : aucune colonne n’en nomme.",
        "The table is taken from the name of the file: no column names one.",
    ),
    "note.hour_twice": (
        (
            "L’horloge montre une heure deux fois, et l’ordre des lignes ne dit pas laquelle est "
            "laquelle : les heures sont lues sans décalage."
        ),
        (
            "The clock shows an hour twice, and the order of the rows does not tell which is "
            "which: times are read without offset."
        ),
    ),
}
