"""Why a file or a workbook is refused, and what is noted of it."""

from __future__ import annotations

FILES: dict[str, tuple[str, str]] = {
    # ---- why a file is refused -------------------------------------------------------------------
    "file.missing": (
        "Il n’y a pas de tel fichier.",
        "There is no such file.",
    ),
    "file.dangling_link": (
        "C’est un lien vers un fichier qui n’existe pas.",
        "It is a link to a file that is not there.",
    ),
    "file.circular_link": (
        "C’est un lien qui revient sur lui-même : nommez le fichier voulu.",
        "It is a link that leads back to itself: name the file that is meant.",
    ),
    "file.forbidden": (
        "Vous ne pouvez pas le lire : demandez-en le droit à son propriétaire.",
        "You may not read it: ask its owner for the permission.",
    ),
    "file.unreadable": (
        "Il ne peut pas être lu : {why}.",
        "It cannot be read: {why}.",
    ),
    "file.changed": (
        (
            "Il a été modifié, remplacé ou supprimé pendant sa lecture : rien n’est écrit. "
            "Recommencez quand plus personne n’y écrit, ou sur une copie."
        ),
        (
            "It was changed, replaced or removed while it was read: no report is written. Begin "
            "again when nobody writes to it any more, or with a copy."
        ),
    ),
    "file.is_folder": (
        "C’est un dossier : nommez les fichiers qu’il contient.",
        "It is a folder: name the files in it.",
    ),
    "file.is_device": (
        "C’est un périphérique : nommez un fichier ordinaire.",
        "It is a device: name an ordinary file.",
    ),
    "file.is_pipe": (
        "C’est un tube : enregistrez ce qui en sort dans un fichier, et nommez ce fichier.",
        "It is a pipe: save what comes out of it in a file, and name that file.",
    ),
    "file.is_socket": (
        "C’est une interface de connexion (socket) : nommez un fichier ordinaire.",
        "It is a socket: name an ordinary file.",
    ),
    "file.too_large": (
        "Il dépasse {most} Mio : divisez-le (un journal, par table ou par jour).",
        "It is larger than {most} MiB: split it (a log by table or by day).",
    ),
    "file.foreign": (
        "C’est {kind} : exportez le journal en CSV ou en XLSX.",
        "It is {kind}: export the log as CSV or XLSX.",
    ),
    "file.in_pieces": (
        'Il n’y a pas de tel fichier. Un nom avec des espaces s’écrit entre guillemets : "{path}".',
        'There is no such file. A name with spaces is written in quotes: "{path}".',
    ),
    "file.renamed": (
        (
            "Il se termine par `{ending}` et n’est pas un fichier {form} : abîmé, ou renommé ? "
            "Ouvrez-le dans le programme qui l’a fait, et enregistrez-le de nouveau."
        ),
        (
            "It ends in `{ending}` and is no {form} file: damaged, or renamed? Open it in the "
            "program that made it, and save it again."
        ),
    ),
    "file.a_pdf": (
        "un PDF",
        "a PDF",
    ),
    "file.an_image": (
        "une image",
        "an image",
    ),
    "file.a_rich_text": (
        "un document RTF",
        "a rich-text document",
    ),
    "file.a_postscript": ("un fichier PostScript", "a PostScript file"),
    "file.a_rar": ("une archive RAR", "a RAR archive"),
    "file.a_7z": ("une archive 7z", "a 7z archive"),
    "file.a_tar": ("une archive TAR", "a TAR archive"),
    "file.an_access": ("une base Access", "an Access database"),
    "file.a_dbase": ("une table dBase", "a dBase table"),
    "file.an_arrow": ("un fichier Arrow", "an Arrow file"),
    "file.an_orc": ("un fichier ORC", "an ORC file"),
    "file.an_avro": ("un fichier Avro", "an Avro file"),
    "file.an_hdf": ("un fichier HDF", "an HDF file"),
    "file.an_event_log": ("un journal d’événements de Windows", "an event log of Windows"),
    "file.a_program": ("un programme", "a program"),
    "file.a_film": ("un film ou un enregistrement sonore", "a film or a sound recording"),
    "file.a_web_archive": ("une page web archivée (MHTML)", "an archived web page (MHTML)"),
    "file.a_document": ("un document de texte", "a text document"),
    "file.a_presentation": ("une présentation", "a presentation"),
    "file.a_numbers": ("un classeur de Numbers", "a workbook of Numbers"),
    "file.binary": (
        "un fichier binaire d’une forme inconnue, et non du texte",
        "a binary file of no known form, and no text",
    ),
    "file.same_content": (
        ("Il est identique à `{other}`, octet par octet : ne nommez chaque fichier qu’une fois."),
        "It is the same as `{other}`, byte for byte: name each file once.",
    ),
    "packed.cut": (
        "C’est un fichier compressé par {form} et incomplet : copiez-le ou exportez-le de nouveau.",
        "It is a file packed by {form} that breaks off: copy or export it again.",
    ),
    "packed.damaged": (
        "C’est un fichier compressé par {form} et endommagé : copiez-le ou exportez-le de nouveau.",
        "It is a damaged file packed by {form}: copy or export it again.",
    ),
    "packed.too_large": (
        "Décompressé, il dépasse {most} Mio : divisez-le.",
        "It unpacks to more than {most} MiB: split it.",
    ),
    "packed.too_tight": (
        (
            "Il est plus compressé qu’un journal ne peut l’être : copiez-le ou exportez-le "
            "de nouveau."
        ),
        "It is packed more tightly than a log can be: copy or export it again.",
    ),
    "packed.twice": (
        "Il est compressé deux fois : décompressez-le une fois.",
        "It is packed twice: unpack it once.",
    ),
    "folder.no_log": (
        (
            "Aucun fichier de ce dossier ne se termine par {endings} (ou l’un d’eux suivi de "
            "{packed}). Ceux en {unsought} ne sont lus que si vous les nommez."
        ),
        (
            "No file in this folder ends in {endings} (or one of them and {packed}). Those in "
            "{unsought} are read only where you name them."
        ),
    ),
    "folder.link": (
        (
            "C’est un lien vers un dossier, qui n’est pas suivi : nommez ce dossier, ou "
            "supprimez le lien."
        ),
        "It is a link to a folder, and not followed: name that folder, or delete it.",
    ),
    "folder.forbidden": (
        "Vous ne pouvez pas lire ce dossier : demandez-en le droit à son propriétaire.",
        "You may not read this folder: ask its owner for the permission.",
    ),
    "sandbox.protected": (
        "Il est protégé par un mot de passe : enregistrez-le sans mot de passe.",
        "It is protected by a password: save it without one.",
    ),
    "sandbox.exhausted": (
        (
            "Il demande plus de mémoire ou de temps qu’il n’en faut à un journal : exportez "
            "le journal en CSV."
        ),
        "It asks for more memory or time than a log can need: export the log as CSV.",
    ),
    "sandbox.failed": (
        (
            "Il est endommagé, protégé ou n’est pas ce qu’il paraît : ouvrez-le et "
            "enregistrez-le de nouveau."
        ),
        "It is damaged, protected or not what it seems: open it and save it anew.",
    ),
    "parquet.cut": (
        "C’est un fichier Parquet qui s’interrompt : copiez-le ou exportez-le de nouveau.",
        "It is a Parquet file that breaks off: copy or export it again.",
    ),
    "parquet.too_large": (
        "Il compte {rows} lignes : divisez-le par table ou par jour.",
        "It has {rows} rows: split it by table or by day.",
    ),
    "parquet.nested": (
        (
            "Sa colonne `{name}` contient des objets ou des listes de listes ({kind}) : "
            "exportez une valeur par colonne, ou une liste de textes."
        ),
        (
            "Its column `{name}` holds objects or lists of lists ({kind}): export a value a "
            "column, or a list of texts."
        ),
    ),
    # ---- why another form is refused -------------------------------------------------------------
    "json.syntax": (
        "À la ligne {line}, ce n’est plus du JSON : exportez le fichier de nouveau.",
        "At line {line} it is no JSON any more: export the file again.",
    ),
    "json.deep": (
        "Ses objets s’emboîtent trop profondément : exportez une liste d’objets simples.",
        "Its objects lie too deep within each other: export a list of plain objects.",
    ),
    "json.nested": (
        (
            "Son champ `{name}` contient une liste ou un objet, et non une valeur : nommez la "
            "liste qui est le journal, comme `soir.json:parties.coups`, ou exportez un objet par "
            "événement."
        ),
        (
            "Its field `{name}` holds a list or an object, and no value: name the list that is the "
            "log, as `evening.json:games.hands`, or export one object an event."
        ),
    ),
    "json.nested_lists": (
        "{says} Ses listes d’objets : {held}.",
        "{says} Its lists of objects: {held}.",
    ),
    "json.key_twice": (
        ("Un objet a deux champs `{name}`, et rien ne dit lequel vaut : corrigez l’exportation."),
        "An object has two fields `{name}`, and nothing tells which counts: correct the export.",
    ),
    "json.several_lists": (
        "Il contient plusieurs listes : {names}. Nommez celle du journal : `soir.json:LISTE`.",
        "It holds several lists: {names}. Name the one of the log: `evening.json:LIST`.",
    ),
    "json.events_within": (
        "{says} Chaque objet contient une liste ; si ce sont les événements, nommez-la : `{name}`.",
        "{says} Each object holds a list; if the events are what stands in it, name it: `{name}`.",
    ),
    "json.no_such_list": (
        "Il n’a pas de liste d’objets `{name}` ; il a {held}.",
        "It has no list of objects `{name}`; it has {held}.",
    ),
    "json.nothing": (
        "Il ne contient aucun objet ; un journal en a un par événement.",
        "It holds no object; a log has one for each event.",
    ),
    "json.unfit_name": (
        "Le nom d’un champ contient un signe qui n’est pas du texte : corrigez l’exportation.",
        "The name of a field holds a sign that is no text: correct the export.",
    ),
    "xml.deep": (
        "Ses éléments s’emboîtent trop profondément : exportez le journal en CSV ou en XLSX.",
        "Its elements lie too deep within each other: export the log as CSV or XLSX.",
    ),
    "xml.doctype": (
        "Il déclare un DOCTYPE, qu’aucun journal n’a : exportez-le sans, ou en CSV ou en XLSX.",
        "It declares a DOCTYPE, which no log has: export it without, or as CSV or XLSX.",
    ),
    "xml.encoding": (
        'Son codage n’est pas connu : écrivez dans une correspondance `encoding = "cp1252"`.',
        'Its encoding is not known: write in a mapping, for instance, `encoding = "cp1252"`.',
    ),
    "xml.nothing": (
        (
            "Aucun élément ne s’y répète avec des valeurs ; un journal en a un par événement : "
            "exportez-le en CSV ou en XLSX."
        ),
        (
            "No element is repeated in it with values; a log has one for each event: export it as "
            "CSV or XLSX."
        ),
    ),
    "xml.several_lists": (
        (
            "Des éléments de plusieurs noms s’y répètent : {names}. Nommez celui du journal : "
            "`soir.xml:NOM` ; l’ordre entre eux n’est pas lu."
        ),
        (
            "Elements of several names are repeated in it: {names}. Name the one of the log: "
            "`evening.xml:NAME`; the order among them is not read."
        ),
    ),
    "xml.syntax": (
        "À la ligne {line}, ce n’est plus du XML : exportez le fichier de nouveau.",
        "At line {line} it is no XML any more: export the file again.",
    ),
    "html.no_table": (
        "C’est une page web sans tableau : exportez le journal en CSV ou en XLSX.",
        "It is a web page without a table: export the log as CSV or XLSX.",
    ),
    "html.deep": (
        (
            "C’est une page web dont les éléments s’emboîtent trop profondément : exportez le "
            "journal en CSV ou en XLSX."
        ),
        (
            "It is a web page whose elements lie too deep within each other: export the log as "
            "CSV or XLSX."
        ),
    ),
    "sql.changes": (
        (
            "À la ligne {line}, l’instruction `{statement}` change des lignes, ce que seule une "
            "base de données peut faire : chargez-y le fichier, et exportez la table en CSV."
        ),
        (
            "At line {line} the statement `{statement}` changes rows or might change some, which "
            "only a database can do: load the file into one, and export the table as CSV."
        ),
    ),
    "sql.nothing": (
        (
            "C’est du SQL qui n’inscrit aucune ligne (`INSERT INTO … VALUES`) : exportez la table "
            "en CSV."
        ),
        "It is SQL that enters no row (`INSERT INTO … VALUES`): export the table as CSV.",
    ),
    "sql.syntax": (
        "La ligne {line} n’est pas lue comme du SQL : exportez la table en CSV.",
        "Line {line} does not read as SQL: export the table as CSV.",
    ),
    "sql.values": (
        "À la ligne {line}, il y a plus ou moins de valeurs que de colonnes : exportez de nouveau.",
        "At line {line} there are more or fewer values than columns: export the file again.",
    ),
    "sqlite.damaged": (
        "C’est une base SQLite endommagée ou incomplète : copiez-la de nouveau.",
        "It is a damaged or incomplete SQLite database: copy it again.",
    ),
    "sqlite.empty": (
        "C’est une base SQLite sans table.",
        "It is a SQLite database without a table.",
    ),
    "sqlite.in_use": (
        (
            "C’est une base SQLite dont les dernières lignes sont encore dans `{name}` : fermez "
            "le programme qui l’écrit, et copiez-la de nouveau."
        ),
        (
            "It is a SQLite database whose last rows still lie in `{name}`: close the program "
            "that writes it, and copy it again."
        ),
    ),
    "zip.no_log": (
        "C’est une archive ZIP sans journal ; elle contient {held}.",
        "It is a ZIP archive without a log; it holds {held}.",
    ),
    "zip.within": (
        "C’est une archive dans une archive : décompressez-la.",
        "It is an archive within an archive: unpack it.",
    ),
    # ---- why a workbook is refused ---------------------------------------------------------------
    "workbook.damaged": (
        (
            "Ce n’est pas un classeur, ou il est endommagé ou protégé : ouvrez-le et "
            "enregistrez-le en .xlsx."
        ),
        "It is no workbook, or a damaged or protected one: open it and save it as .xlsx.",
    ),
    "workbook.damaged_archive": (
        (
            "C’est un classeur ou une archive endommagé ou chiffré : ouvrez-le et "
            "enregistrez-le de nouveau."
        ),
        "It is a damaged or encrypted workbook or archive: open it and save it again.",
    ),
    "workbook.not_one": (
        "C’est un fichier Office, et non un classeur : exportez le journal en CSV ou en XLSX.",
        "It is an Office file, and no workbook: export the log as CSV or XLSX.",
    ),
    "workbook.only_zip": (
        "C’est une archive ZIP et non un classeur : décompressez-la. Elle contient {held}.",
        "It is a ZIP archive and no workbook: unpack it. It holds {held}.",
    ),
    "workbook.nothing": (
        "rien",
        "nothing",
    ),
    "workbook.many_parts": (
        "C’est une archive de {parts} fichiers ; un classeur en a bien moins.",
        "It is an archive of {parts} files; a workbook has far fewer.",
    ),
    "workbook.too_large": (
        (
            "Décompressé, il dépasse {most} Mio : supprimez les lignes et les colonnes "
            "vides, ou exportez le journal en CSV."
        ),
        (
            "It unpacks to more than {most} MiB: delete empty rows and columns, or export "
            "the log as CSV."
        ),
    ),
    "workbook.part_twice": (
        "Il contient deux fichiers du même nom : ouvrez-le et enregistrez-le de nouveau.",
        "It holds two files of the same name: open it and save it again.",
    ),
    "workbook.part_too_tight": (
        (
            "`{part}` y est compressé au-delà de tout usage : supprimez les lignes et les "
            "colonnes vides, ou exportez le journal en CSV."
        ),
        (
            "`{part}` in it is packed beyond any use: delete empty rows and columns, or "
            "export the log as CSV."
        ),
    ),
    "workbook.doctype": (
        "Une de ses parties déclare un DOCTYPE : enregistrez le fichier de nouveau.",
        "A part of it declares a DOCTYPE: save the file anew.",
    ),
    "workbook.doctype_in": (
        "`{part}` y déclare un DOCTYPE : enregistrez le fichier de nouveau.",
        "`{part}` in it declares a DOCTYPE: save the file anew.",
    ),
    "workbook.rows_twice": (
        (
            "Des lignes de `{part}` y sont en désordre ou s’y trouvent deux fois : ouvrez le "
            "fichier et enregistrez-le de nouveau."
        ),
        (
            "Rows of `{part}` in it are out of order or stand there twice: open the file and "
            "save it again."
        ),
    ),
    "workbook.cells_twice": (
        (
            "Des lignes ou des cellules y sont en désordre ou s’y trouvent deux fois : "
            "ouvrez le fichier et enregistrez-le de nouveau."
        ),
        (
            "Rows or cells in it are out of order or stand there twice: open the file and "
            "save it again."
        ),
    ),
    "sheet.too_far": (
        (
            "Une feuille va jusqu’à la ligne {row} et à la colonne {column}, soit plus de "
            "cellules qu’on n’en lit : supprimez les lignes et les colonnes vides, ou "
            "exportez le journal en CSV."
        ),
        (
            "A sheet reaches to row {row} and column {column}, more cells than are read: "
            "delete empty rows and columns, or export the log as CSV."
        ),
    ),
    "sheet.almost_empty": (
        (
            "Une feuille va jusqu’à la ligne {row} et à la colonne {column}, et elle est "
            "presque vide : supprimez les lignes et les colonnes vides, ou exportez le "
            "journal en CSV."
        ),
        (
            "A sheet reaches to row {row} and column {column}, and is almost empty: delete "
            "empty rows and columns, or export the log as CSV."
        ),
    ),
    "sheet.missing": (
        "Il n’a pas de feuille `{name}` ; il a {held}.",
        "It has no sheet `{name}`; it has {held}.",
    ),
    "sheet.none": (
        "aucune",
        "none at all",
    ),
    "sheet.all_empty": (
        (
            "Toutes ses feuilles sont vides ; un journal a une ligne d’en-tête et des lignes "
            "d’événements."
        ),
        "All its sheets are empty; a log has a header row and rows of events.",
    ),
    "sheet.no_event": (
        (
            "Aucune feuille n’a de colonne `event` : l’en-tête nomme `time`, `event`, "
            "`amount`, … Trouvé dans {found}. `auditor map` propose comment lire un journal "
            "d’une autre forme."
        ),
        (
            "No sheet has a column `event`: the header names `time`, `event`, `amount`, … "
            "Found in {found}. `auditor map` proposes how to read a log in another shape."
        ),
    ),
    "sheet.no_mapped_columns": (
        "Aucune feuille n’a les colonnes dont parle la correspondance. Trouvé dans {found}.",
        "No sheet has the columns that the mapping speaks of. Found in {found}.",
    ),
    # ---- why a row is set aside ------------------------------------------------------------------
    "row.no_stored_value": (
        (
            "La formule n’a pas de valeur enregistrée : ouvrez le fichier dans un tableur et "
            "enregistrez-le de nouveau."
        ),
        (
            "The formula has no stored value: open the file in a spreadsheet program and "
            "save it again."
        ),
    ),
    "json.bad_line": (
        "n’est pas du JSON",
        "is no JSON",
    ),
    "json.no_object": (
        "n’est pas un objet JSON",
        "is no JSON object",
    ),
    "json.unfit": (
        "contient un signe qui n’est pas du texte",
        "holds a sign that is no text",
    ),
    # ---- notes on a file that was read -----------------------------------------------------------
    "note.text_anyway": (
        "Le fichier est du texte malgré son nom ; il est lu comme tel.",
        "The file is text in spite of its name, and read as such.",
    ),
    "note.other_form": (
        "Le fichier est du {form} malgré son nom ; il est lu comme tel.",
        "The file is {form} in spite of its name, and read as such.",
    ),
    "note.own_reports": (
        "Non lu, car ce sont des rapports d’auditor : {names}.",
        "Not read, being reports of auditor: {names}.",
    ),
    "note.beside": (
        "Non lu, dans le même dossier : {names}.",
        "Not read, in the same folder: {names}.",
    ),
    "note.no_error_cells": (
        (
            "Dans ce format, les cellules en erreur (#N/A) se lisent comme vides : "
            "enregistrez en .xlsx pour qu’elles soient vues."
        ),
        (
            "In this format cells that hold an error (#N/A) read as empty: save as .xlsx to "
            "have them seen."
        ),
    ),
    "note.sheet_hidden": (
        "La feuille est masquée ; elle est lue tout de même.",
        "The sheet is hidden; it is read all the same.",
    ),
    "note.rows_hidden": (
        "Masqué, et lu tout de même : {rows}.",
        "Hidden, and read all the same: {rows}.",
    ),
    "note.columns_hidden": (
        "Des colonnes sont masquées ; elles sont lues tout de même.",
        "Some columns are hidden; they are read all the same.",
    ),
    "note.error_cells": (
        "Des cellules portent une erreur du tableur : {rows}.",
        "Cells hold an error of the spreadsheet in {rows}.",
    ),
    "note.no_stored_value": (
        "Des formules n’ont pas de valeur enregistrée : {rows}.",
        "Formulas have no stored value in {rows}.",
    ),
    "note.blank_formulas": (
        "Des formules ne donnent rien, ou n’ont jamais été calculées : {rows}.",
        "Formulas that give nothing, or were never computed, stand in {rows}.",
    ),
    "note.merged": (
        "Des cellules sont fusionnées ; seule la première porte la valeur.",
        "Some cells are merged; only the first of them has the value.",
    ),
    "note.numbers_as_text": (
        "Des nombres sont enregistrés comme du texte dans la colonne `{name}`, {rows}.",
        "Numbers are stored as text in column `{name}`, {rows}.",
    ),
    "note.macros": (
        "Le fichier contient des macros ; aucune n’est exécutée.",
        "The file holds macros; none is run.",
    ),
    "note.from_1904": (
        "Le classeur compte ses jours depuis 1904 ; ils sont lus ainsi.",
        "The workbook counts its days from 1904; they are read so.",
    ),
    "note.sheet_no_event": (
        "Non lu : la feuille `{name}`, qui n’a pas de colonne `event`.",
        "Not read: sheet `{name}`, which has no column `event`.",
    ),
    "note.sheet_empty": (
        "Non lu : la feuille `{name}`, qui est vide.",
        "Not read: sheet `{name}`, which is empty.",
    ),
    "note.chart": (
        ("Non lu : `{name}`, qui est un graphique ou un programme et non une feuille de cellules."),
        "Not read: `{name}`, which is a chart or a program and no sheet of cells.",
    ),
    "note.view": (
        "Non lu : la vue `{name}` ; pour la lire, nommez-la après le fichier : `base.db:{name}`.",
        "Not read: view `{name}`; to read it, name it behind the file: `base.db:{name}`.",
    ),
    "note.said_of_list": (
        "Repris dans chaque ligne de la liste `{name}`, à côté de laquelle cela figure : {names}.",
        "Said of each row of the list `{name}`, beside which it stands: {names}.",
    ),
    "note.beside_list": (
        "Non lu, à côté de la liste `{name}` : {names}.",
        "Not read, beside the list `{name}`: {names}.",
    ),
    "note.unzipped": (
        "Lu dans une archive ZIP (SHA-256 {sha256}).",
        "Read from a ZIP archive (SHA-256 {sha256}).",
    ),
    "note.beside_in_archive": (
        "Non lu, dans la même archive : {names}.",
        "Not read, in the same archive: {names}.",
    ),
}
