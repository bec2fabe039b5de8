"""Texts that look alike from line to line, and texts that go round in circles."""

# fmt: off
HONEST: dict[str, str] = {
    'table': (
        '| City | Country | Population | Area |\n'
        '|---|---|---|---|\n'
        '| Tokyo | Japan | 37.4 million | 13452 km² |\n'
        '| Delhi | India | 29.4 million | 1484 km² |\n'
        '| Shanghai | China | 26.3 million | 6341 km² |\n'
        '| Cairo | Egypt | 20.5 million | 3085 km² |\n'
        '| Dhaka | Bangladesh | 19.6 million | 306 km² |\n'
        '| Lagos | Nigeria | 14.2 million | 1171 km² |\n'
        '| Paris | France | 10.9 million | 105 km² |\n'
    ),
    'times table': (
        '1 × 1 = 1 1 × 2 = 2 1 × 3 = 3\n'
        '2 × 1 = 2 2 × 2 = 4 2 × 3 = 6\n'
        '3 × 1 = 3 3 × 2 = 6 3 × 3 = 9\n'
        '4 × 1 = 4 4 × 2 = 8 4 × 3 = 12\n'
        '5 × 1 = 5 5 × 2 = 10 5 × 3 = 15\n'
        '6 × 1 = 6 6 × 2 = 12 6 × 3 = 18\n'
        '7 × 1 = 7 7 × 2 = 14 7 × 3 = 21\n'
        '8 × 1 = 8 8 × 2 = 16 8 × 3 = 24\n'
        '9 × 1 = 9 9 × 2 = 18 9 × 3 = 27\n'
        '10 × 1 = 10 10 × 2 = 20 10 × 3 = 30\n'
        '11 × 1 = 11 11 × 2 = 22 11 × 3 = 33\n'
        '12 × 1 = 12 12 × 2 = 24 12 × 3 = 36'
    ),
    'sevens': (
        '7 × 1 = 7\n'
        '7 × 2 = 14\n'
        '7 × 3 = 21\n'
        '7 × 4 = 28\n'
        '7 × 5 = 35\n'
        '7 × 6 = 42\n'
        '7 × 7 = 49\n'
        '7 × 8 = 56\n'
        '7 × 9 = 63\n'
        '7 × 10 = 70\n'
        '7 × 11 = 77\n'
        '7 × 12 = 84\n'
        '7 × 13 = 91\n'
        '7 × 14 = 98\n'
        '7 × 15 = 105\n'
        '7 × 16 = 112\n'
        '7 × 17 = 119\n'
        '7 × 18 = 126\n'
        '7 × 19 = 133\n'
        '7 × 20 = 140'
    ),
    'yes no table': (
        '| Feature | Basic | Plus | Pro |\n'
        '|---------|-------|------|-----|\n'
        '| Search | Yes | Yes | Yes |\n'
        '| Export | Yes | Yes | Yes |\n'
        '| Sharing | Yes | Yes | Yes |\n'
        '| History | Yes | Yes | Yes |\n'
        '| Support | Yes | Yes | Yes |\n'
        '| Backups | Yes | Yes | Yes |\n'
        '| Audit log | Yes | Yes | Yes |\n'
        '| Single sign-on | Yes | Yes | Yes |\n'
    ),
    'wide table': (
        '| Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec |\n'
        '|---|---|---|---|---|---|---|---|---|---|---|---|\n'
        '| 12 | 15 | 18 | 22 | 25 | 28 | 31 | 30 | 26 | 21 | 16 | 13 |\n'
    ),
    'getters': (
        'class Point:\n'
        '    def get_x(self):\n'
        '        return self._x\n'
        '\n'
        '    def set_x(self, value):\n'
        '        self._x = value\n'
        '\n'
        '    def get_y(self):\n'
        '        return self._y\n'
        '\n'
        '    def set_y(self, value):\n'
        '        self._y = value\n'
        '\n'
        '    def get_z(self):\n'
        '        return self._z\n'
        '\n'
        '    def set_z(self, value):\n'
        '        self._z = value\n'
        '\n'
        '    def get_width(self):\n'
        '        return self._width\n'
        '\n'
        '    def set_width(self, value):\n'
        '        self._width = value\n'
        '\n'
        '    def get_height(self):\n'
        '        return self._height\n'
        '\n'
        '    def set_height(self, value):\n'
        '        self._height = value\n'
        '\n'
        '    def get_depth(self):\n'
        '        return self._depth\n'
        '\n'
        '    def set_depth(self, value):\n'
        '        self._depth = value\n'
        '\n'
    ),
    'switch': (
        'switch (day) {\n'
        '    case 0:\n'
        '        return "Monday";\n'
        '    case 1:\n'
        '        return "Tuesday";\n'
        '    case 2:\n'
        '        return "Wednesday";\n'
        '    case 3:\n'
        '        return "Thursday";\n'
        '    case 4:\n'
        '        return "Friday";\n'
        '    case 5:\n'
        '        return "Saturday";\n'
        '    case 6:\n'
        '        return "Sunday";\n'
        '}\n'
    ),
    'matrix': (
        'matrix = [\n'
        '    [1, 0, 0, 0],\n'
        '    [0, 1, 0, 0],\n'
        '    [0, 0, 1, 0],\n'
        '    [0, 0, 0, 1],\n'
        ']\n'
    ),
    'json': (
        '[\n'
        '  {"id": 0, "name": "Ann", "age": 31, "active": true},\n'
        '  {"id": 1, "name": "Bob", "age": 28, "active": true},\n'
        '  {"id": 2, "name": "Cleo", "age": 45, "active": true},\n'
        '  {"id": 3, "name": "Dan", "age": 39, "active": true},\n'
        '  {"id": 4, "name": "Eve", "age": 52, "active": true},\n'
        '  {"id": 5, "name": "Finn", "age": 23, "active": true},\n'
        ']'
    ),
    'html list': (
        '<ul>\n'
        '  <li>Apples</li>\n'
        '  <li>Pears</li>\n'
        '  <li>Plums</li>\n'
        '  <li>Cherries</li>\n'
        '  <li>Grapes</li>\n'
        '  <li>Lemons</li>\n'
        '  <li>Figs</li>\n'
        '  <li>Dates</li>\n'
        '  <li>Olives</li>\n'
        '</ul>'
    ),
    'asserts': (
        'assert fib(0) == 0\n'
        'assert fib(1) == 1\n'
        'assert fib(2) == 1\n'
        'assert fib(3) == 2\n'
        'assert fib(4) == 3\n'
        'assert fib(5) == 5\n'
        'assert fib(6) == 8\n'
        'assert fib(7) == 13\n'
        'assert fib(8) == 21\n'
        'assert fib(9) == 34\n'
        'assert fib(10) == 55\n'
        'assert fib(11) == 89\n'
    ),
    'numbered': (
        '1. Austria\n'
        '2. Belgium\n'
        '3. Bulgaria\n'
        '4. Croatia\n'
        '5. Cyprus\n'
        '6. Denmark\n'
        '7. Estonia\n'
        '8. Finland\n'
        '9. France\n'
        '10. Germany\n'
        '11. Greece\n'
        '12. Hungary\n'
        '13. Ireland\n'
        '14. Italy\n'
        '15. Latvia\n'
    ),
    'bullets': (
        '- **Vienna**: the capital of Austria.\n'
        '- **Brussels**: the capital of Belgium.\n'
        '- **Sofia**: the capital of Bulgaria.\n'
        '- **Zagreb**: the capital of Croatia.\n'
        '- **Nicosia**: the capital of Cyprus.\n'
        '- **Prague**: the capital of Czechia.\n'
        '- **Tallinn**: the capital of Estonia.\n'
        '- **Helsinki**: the capital of Finland.\n'
    ),
    'counting': (
        ', '.join(map(str, range(1, 61)))
    ),
    'alphabet': (
        'A is for apple.\n'
        'B is for ball.\n'
        'C is for cat.\n'
        'D is for dog.\n'
        'E is for egg.\n'
        'F is for fish.\n'
        'G is for goat.\n'
        'H is for hat.\n'
        'I is for ink.\n'
        'J is for jar.\n'
        'K is for kite.\n'
        'L is for lamp.\n'
    ),
    'refrain': (
        'The tide came in at the break of day,\n'
        'and the wind blew over the sea;\n'
        'the gulls were calling along the bay,\n'
        'and the wind blew over the sea.\n'
        '\n'
        'The nets were heavy, the boats were slow,\n'
        'and the wind blew over the sea;\n'
        'the lamps were lit in the town below,\n'
        'and the wind blew over the sea.\n'
        '\n'
        'The moon was late and the night was long,\n'
        'and the wind blew over the sea;\n'
        'an old man hummed us an older song,\n'
        'and the wind blew over the sea.\n'
    ),
    'anaphora': (
        'I remember the rain on the roof,\n'
        'I remember the smell of the bread,\n'
        'I remember the sound of the train,\n'
        'I remember the light in the hall,\n'
        'I remember the cold of the well,\n'
        'I remember the taste of the plums,\n'
        'I remember the names of the dogs,\n'
        'I remember the weight of the coat,\n'
    ),
    'chorus': (
        'Hold on, hold on, the morning is near,\n'
        'hold on, hold on, the sky will be clear.\n'
        'Hold on, hold on, the morning is near,\n'
        'hold on, hold on, the sky will be clear.\n'
    ),
    'haiku': (
        'Old pond at evening\n'
        'a frog waits beside the reeds\n'
        'the moon does not move\n'
    ),
    'dialog': (
        'A: What is 1 + 2?\n'
        'B: 1 + 2 is 3.\n'
        'A: What is 3 + 4?\n'
        'B: 3 + 4 is 7.\n'
        'A: What is 5 + 6?\n'
        'B: 5 + 6 is 11.\n'
        'A: What is 7 + 8?\n'
        'B: 7 + 8 is 15.\n'
        'A: What is 9 + 10?\n'
        'B: 9 + 10 is 19.\n'
        'A: What is 11 + 12?\n'
        'B: 11 + 12 is 23.\n'
    ),
    'sql': (
        "INSERT INTO users (id, name, city) VALUES (0, 'Ann', 'Oslo');\n"
        "INSERT INTO users (id, name, city) VALUES (1, 'Bob', 'Bern');\n"
        "INSERT INTO users (id, name, city) VALUES (2, 'Cleo', 'Rome');\n"
        "INSERT INTO users (id, name, city) VALUES (3, 'Dan', 'Riga');\n"
        "INSERT INTO users (id, name, city) VALUES (4, 'Eve', 'Kyiv');\n"
        "INSERT INTO users (id, name, city) VALUES (5, 'Finn', 'Cork');\n"
        "INSERT INTO users (id, name, city) VALUES (6, 'Gus', 'Graz');\n"
    ),
}
LOOPING: dict[str, str] = {
    'rows of zeros': (
        'grid = [\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        '    [0, 0, 0, 0, 0, 0, 0, 0],\n'
        ']\n'
    ),
    'ten green bottles': (
        '10 green bottles hanging on the wall,\n'
        '10 green bottles hanging on the wall,\n'
        'and if one green bottle should accidentally fall,\n'
        'there’ll be 9 green bottles hanging on the wall.\n'
        '\n'
        '9 green bottles hanging on the wall,\n'
        '9 green bottles hanging on the wall,\n'
        'and if one green bottle should accidentally fall,\n'
        'there’ll be 8 green bottles hanging on the wall.\n'
        '\n'
        '8 green bottles hanging on the wall,\n'
        '8 green bottles hanging on the wall,\n'
        'and if one green bottle should accidentally fall,\n'
        'there’ll be 7 green bottles hanging on the wall.\n'
        '\n'
        '7 green bottles hanging on the wall,\n'
        '7 green bottles hanging on the wall,\n'
        'and if one green bottle should accidentally fall,\n'
        'there’ll be 6 green bottles hanging on the wall.\n'
        '\n'
        '6 green bottles hanging on the wall,\n'
        '6 green bottles hanging on the wall,\n'
        'and if one green bottle should accidentally fall,\n'
        'there’ll be 5 green bottles hanging on the wall.\n'
        '\n'
    ),
    'one sentence': (
        'I think that it is a good idea. ' * 14
    ),
    'one step': (
        'Step 12: check the valve and write down the number.\n'
        'Step 12: check the valve and write down the number.\n'
        'Step 12: check the valve and write down the number.\n'
        'Step 12: check the valve and write down the number.\n'
        'Step 12: check the valve and write down the number.\n'
        'Step 12: check the valve and write down the number.\n'
    ),
    'a step that counts': (
        'Step 1: check the valve and write down the number.\n'
        'Step 2: check the valve and write down the number.\n'
        'Step 3: check the valve and write down the number.\n'
        'Step 4: check the valve and write down the number.\n'
        'Step 5: check the valve and write down the number.\n'
        'Step 6: check the valve and write down the number.\n'
        'Step 7: check the valve and write down the number.\n'
        'Step 8: check the valve and write down the number.\n'
    ),
}
# fmt: on
